import {
  BerError,
  bits,
  boolean,
  certificatesInPem,
  chainOf,
  isComplete,
  keepsNameConstraints,
  keepsPolicies,
  namedBits,
  oid,
  readAlgorithm,
  readBer,
  readCertificate,
  readCertificateKey,
  readCertificateFacts,
  readDer,
  readHolder,
  readPolicy,
  signingFaults,
  smallInteger,
  text,
  time,
  withDerLengths,
  ecdsaNumbers,
  type Ber,
  type Bytes,
} from '../src/index.ts';

const AT = new Date('2026-06-01T00:00:00Z');

/** Runs what may refuse its input, by one error only. */
function attempt(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof BerError)) throw error;
  }
}

/** Reads every value as every type. */
function readEverything(value: Ber): void {
  for (const read of [smallInteger, boolean, bits, namedBits, oid, text]) attempt(() => read(value));
  attempt(() => time(value, { fractions: true }));
  if ((value.tag & 0x20) !== 0) for (const inner of value.children) readEverything(inner);
}

/** Calls all that reads strangers' bytes. @throws what is no BerError */
export function readInEveryWay(bytes: Bytes): void {
  attempt(() => readEverything(readBer(bytes)));
  attempt(() => readEverything(readDer(bytes)));
  attempt(() => withDerLengths(readBer(bytes)));
  ecdsaNumbers(bytes, 32);
  attempt(() => readCertificateKey(bytes));
  attempt(() => {
    const certificate = readCertificate(bytes);
    readHolder(certificate);
    readAlgorithm(certificate.signatureAlgorithm);
    signingFaults(certificate, AT);
    isComplete(chainOf(certificate, [certificate]));
    attempt(() => readPolicy(certificate));
    const facts = readCertificateFacts(bytes);
    const chain = [facts, { ...facts, nameConstraints: facts.nameConstraints }, facts];
    keepsNameConstraints(chain);
    keepsPolicies(chain);
  });
  attempt(() => certificatesInPem(String.fromCharCode(...bytes.subarray(0, 1000))));
}

/** ms that a run keeps the processor busy, as the best of three: what other processes do is not measured. */
export function shortestOf(run: () => unknown, enough = 100): number {
  let shortest = Infinity;
  for (let round = 0; round < 3 && shortest > enough; round += 1) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    shortest = Math.min(shortest, (user + system) / 1000);
  }
  return shortest;
}
