/*
 * The integrator's server of the examples: creates a signing session and gives its secret to the page that asks. Yours
 * would know who is logged in, and what they are to sign. Start the signing service first, then `node server.js`.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const { SERVICE_URL = 'http://127.0.0.1:4010', PORT = '4020', PDF = './contract.pdf' } = process.env;

/** An answer's JSON. */
async function post(path, headers, body) {
  const response = await fetch(SERVICE_URL + path, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

async function createSession() {
  const { access_token: token } = await post(
    '/oauth2/token',
    {},
    new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'local',
      client_secret: 'local-secret',
      scope: 'transactions:write',
    }),
  );
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const pdf = await readFile(new URL(PDF, import.meta.url));
  return post(
    '/v1/signing-sessions',
    headers,
    JSON.stringify({
      purpose: 'DOCUMENT_SIGNATURE',
      policy: { profile: process.env.PROFILE ?? 'CLICK_ONLY' },
      signer: { name: 'Maria da Silva', cpf: '529.982.247-25', email: 'maria@exemplo.com.br' },
      document: { content: pdf.toString('base64'), filename: 'contract.pdf' },
      locale: 'en',
    }),
  );
}

async function answer(request, response) {
  // The examples' pages are on other ports of this machine.
  const { hostname } = new URL(request.headers.origin ?? 'http://none.invalid');
  if (['localhost', '127.0.0.1'].includes(hostname))
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin);
  response.setHeader('Cache-Control', 'no-store');
  if (request.method !== 'POST' || request.url !== '/signing-session') return response.writeHead(404).end();
  try {
    const { clientSecret } = await createSession();
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ clientSecret, baseUrl: SERVICE_URL }));
  } catch (error) {
    console.error(error);
    response.writeHead(502).end();
  }
}

createServer((request, response) => void answer(request, response)).listen(Number(PORT), '127.0.0.1');
