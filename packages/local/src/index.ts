/**
 * Local mode: everything that exists so that one can try the system without the world. The service knows it as one value
 * (packages/service/src/main/local-mode.ts); `createLocalMode` makes it.
 */
import { SessionLinks } from '../../service/src/domain/session-links.ts';
import { neverStored, type ServiceApp } from '../../service/src/http/app.ts';
import type { LocalMode, LocalModeBase, OpenLocalMode } from '../../service/src/main/local-mode.ts';
import { pageHeaders } from '../../service/src/pages/page-policy.ts';
import { notBuilt, revalidation, staticFile, staticFiles } from '../../service/src/pages/static-files.ts';
import { mountLocalCertificates } from './authority/routes.ts';
import { TestCloudHolders, TestSigners } from './authority/test-signers.ts';
import { withTriggers } from './biometrics.ts';
import { openMovableClock } from './clock.ts';
import { BrokenFinalizations, Faults, withFaults } from './faults.ts';
import { knownHostsOnly } from './guard.ts';
import { Inbox } from './inbox.ts';
import { mountLocalPortal, PORTAL_PATH } from './portal.ts';
import { mountLocalPsc, openLocalPsc } from './providers/providers.ts';
import { mountLocalRoutes } from './routes.ts';
import { LOCAL_RECEIVER, ReceivedWebhooks } from './webhooks.ts';

/** Public in the service's documentation. */
export const WELL_KNOWN_SECRETS = {
  local: 'local-secret',
  limited: 'limited-secret',
  basic: 'basic-secret',
} as const;

/** What the portal's certificates name; ICP-Brasil's are under 2.16.76.1. */
const GOV_BR_POLICY = '2.16.76.3.2.1.1';

/** How often this instance checks whether another one has moved the clock. */
const FOLLOW_CLOCK_MS = 1000;

interface LocalModeOptions {
  /** Whether others reach the service. */
  readonly isPublic?: boolean;
  /** The built QA console. Without it there is none. */
  readonly consoleFolder?: string | undefined;
}

export function createLocalMode({ isPublic = false, consoleFolder }: LocalModeOptions = {}): LocalMode {
  return {
    isPublic,
    secrets: isPublic ? {} : WELL_KNOWN_SECRETS,
    announce: at => [
      ...(consoleFolder === undefined ? [] : [`Console:   ${at('/')}`]),
      `Inbox:     ${at('/_local/messages')} (e-mails and SMS, also in the console)`,
    ],
    open: base => open(base, consoleFolder),
  };
}

async function open(base: LocalModeBase, consoleFolder: string | undefined): Promise<OpenLocalMode> {
  const { database, random, publicUrl } = base;
  const publicAddress = publicUrl.replace(/\/+$/, '');
  const clock = await openMovableClock(database, base.trueTime);
  const common = { database, clock, publicAddress };
  const signers = new TestSigners(common);
  const govBr = new TestSigners({ ...common, hierarchy: 'gov-br' });
  const cloud = openLocalPsc({
    publicAddress,
    redirectUri: new SessionLinks(publicAddress).cloudCallback(),
    clock,
    holders: new TestCloudHolders({ database, clock, signers }),
  });
  const portalKey = { setting: 'test-portal-key', policy: GOV_BR_POLICY };
  const portal = {
    testGovBr: govBr,
    holders: new TestCloudHolders({ database, clock, signers: govBr, ...portalKey }),
    clock,
  };
  const faults = new Faults();
  const broken = new BrokenFinalizations();
  const receivedWebhooks = new ReceivedWebhooks();
  const closing = new AbortController();
  const following = setInterval(() => void clock.follow(), FOLLOW_CLOCK_MS).unref();
  let inbox: Inbox | undefined;
  return {
    clock,
    followClock: () => clock.follow(),
    authorities: { signers, govBr },
    timestamps: signers.timestamps(random),
    portalUrl: new URL(PORTAL_PATH, publicUrl).href,
    cloud,
    webhookReceiver: new URL(LOCAL_RECEIVER, publicUrl),
    inbox: fieldCipher => (inbox ??= new Inbox({ database, fieldCipher })),
    biometrics: withTriggers,
    breaksFinalization: sessionId => broken.take(sessionId),
    mount(app, services) {
      if (inbox === undefined) throw new TypeError('The inbox is opened first.');
      if (hasWellKnownSecret(base.clientSecrets)) app.use(knownHostsOnly(services.hostNames));
      mountLocalRoutes(app, { ...services, database, clock, inbox, faults, broken, cloud, receivedWebhooks });
      mountLocalPsc(app, cloud);
      mountLocalCertificates(app, { testSigners: signers, publicAddress, random });
      mountLocalPortal(app, portal);
      if (consoleFolder !== undefined) mountConsole(app, consoleFolder, new URL(publicUrl).origin);
    },
    async fetch(request, connection, act) {
      await clock.follow();
      return withFaults(faults, request, { connection, closing: closing.signal }, act);
    },
    close() {
      clearInterval(following);
      closing.abort();
    },
  };
}

function hasWellKnownSecret(secrets: LocalModeBase['clientSecrets']): boolean {
  const { local, limited, basic } = WELL_KNOWN_SECRETS;
  return secrets.local === local || secrets.limited === limited || secrets.basic === basic;
}

/** Serves the QA console at `/`, from the folder of its build. The service's other pages have files of their own. */
function mountConsole(app: ServiceApp, folder: string, publicOrigin: string): void {
  // It shows sessions with logos from anywhere.
  const headers = pageHeaders({ imageSources: ['https:'], frameAncestors: [], publicOrigin });
  app.get('/', neverStored, headers, staticFile(folder, 'index.html'), notBuilt);
  app.get('/assets/*', revalidation, staticFiles(folder));
}
