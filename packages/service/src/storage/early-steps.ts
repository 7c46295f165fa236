/** Signing sessions, their documents and evidence, keys, events and quotas. */
const FIRST_STEP: readonly string[] = [
  `CREATE TABLE settings (name text PRIMARY KEY, value jsonb NOT NULL)`,
  `CREATE TABLE signing_keys (
    key_id text PRIMARY KEY,
    purpose text NOT NULL,
    secret bytea NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  `CREATE INDEX signing_keys_newest ON signing_keys (purpose, created_at DESC)`,
  `CREATE TABLE tenants (
    tenant_id text PRIMARY KEY,
    name text NOT NULL,
    cnpj text,
    environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
    allowed_origins jsonb NOT NULL,
    monthly_limits jsonb
  )`,
  `CREATE TABLE clients (
    client_id text PRIMARY KEY,
    tenant_id text NOT NULL REFERENCES tenants,
    secret_hash text NOT NULL,
    scopes jsonb NOT NULL
  )`,
  `CREATE TABLE documents (
    document_id text PRIMARY KEY,
    tenant_id text NOT NULL REFERENCES tenants,
    filename text NOT NULL,
    media_type text NOT NULL,
    hash text NOT NULL,
    size_bytes integer NOT NULL,
    pages integer,
    created_at timestamptz NOT NULL
  )`,
  `CREATE TABLE document_bytes (
    document_id text PRIMARY KEY,
    bytes bytea NOT NULL,
    written_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE sessions (
    session_id text PRIMARY KEY,
    transaction_id text NOT NULL UNIQUE,
    tenant_id text NOT NULL REFERENCES tenants,
    status text NOT NULL CHECK (status IN ('ACTIVE', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED')),
    purpose text NOT NULL,
    profile text NOT NULL,
    locale text NOT NULL,
    request jsonb NOT NULL,
    document_id text NOT NULL REFERENCES documents,
    secret_key_id text NOT NULL REFERENCES signing_keys,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    erase_at timestamptz,
    ended_at timestamptz,
    ending jsonb,
    version integer NOT NULL DEFAULT 1
  )`,
  `CREATE INDEX sessions_of_tenant ON sessions (tenant_id, created_at DESC, session_id DESC)`,
  `CREATE INDEX sessions_due ON sessions (expires_at) WHERE status = 'ACTIVE'`,
  `CREATE INDEX sessions_to_erase ON sessions (erase_at) WHERE erase_at IS NOT NULL`,
  `CREATE TABLE steps (
    step_id text PRIMARY KEY,
    session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
    position integer NOT NULL,
    type text NOT NULL,
    status text NOT NULL CHECK (status IN ('PENDING', 'STARTED', 'COMPLETED', 'FAILED')),
    attempts integer NOT NULL DEFAULT 0,
    max_attempts integer NOT NULL,
    started_at timestamptz,
    completed_at timestamptz,
    result jsonb,
    UNIQUE (session_id, position)
  )`,
  `CREATE TABLE evidence (
    evidence_id text PRIMARY KEY,
    session_id text NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
    canonical text NOT NULL,
    evidence_hash text NOT NULL,
    pack_document_id text NOT NULL REFERENCES documents,
    signed_document_id text NOT NULL REFERENCES documents,
    evidence_page_id text REFERENCES documents,
    created_at timestamptz NOT NULL
  )`,
  `CREATE TABLE outbox (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id text NOT NULL UNIQUE,
    tenant_id text NOT NULL REFERENCES tenants,
    transaction_id text,
    event_type text NOT NULL,
    data jsonb NOT NULL,
    occurred_at timestamptz NOT NULL
  )`,
  `CREATE TABLE idempotency_keys (
    scope text NOT NULL,
    route text NOT NULL,
    idempotency_key text NOT NULL,
    fingerprint text NOT NULL,
    claim text NOT NULL,
    claimed_at timestamptz NOT NULL,
    answer jsonb,
    PRIMARY KEY (scope, route, idempotency_key)
  )`,
  `CREATE INDEX idempotency_keys_age ON idempotency_keys (claimed_at)`,
  `CREATE TABLE quota_usage (
    tenant_id text NOT NULL REFERENCES tenants,
    dimension text NOT NULL,
    period text NOT NULL,
    used integer NOT NULL,
    PRIMARY KEY (tenant_id, dimension, period)
  )`,
  `CREATE TABLE messages (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    message_id text NOT NULL UNIQUE,
    channel text NOT NULL CHECK (channel IN ('email', 'sms')),
    recipient text NOT NULL,
    subject text,
    content text NOT NULL,
    sent_at timestamptz NOT NULL
  )`,
];

/** The first steps of the schema, up to trust sessions, one-time codes, webhooks and envelopes. */
export const EARLY_STEPS: readonly (readonly string[])[] = [
  FIRST_STEP,
  [
    // Claims expire by the database's time, because the service's clock may be moved during a request.
    `ALTER TABLE idempotency_keys ADD COLUMN leased_until timestamptz NOT NULL DEFAULT now()`,
  ],
  [
    // Sessions with an action instead of a document.
    `ALTER TABLE sessions ALTER COLUMN document_id DROP NOT NULL`,
    `ALTER TABLE sessions ADD COLUMN kind text NOT NULL DEFAULT 'signing' CHECK (kind IN ('signing', 'trust'))`,
    `ALTER TABLE evidence ALTER COLUMN signed_document_id DROP NOT NULL`,
    `ALTER TABLE tenants ADD COLUMN trust_sessions_enabled boolean NOT NULL DEFAULT false`,
    `ALTER TABLE steps ADD COLUMN error text`,
    // One row for each code sent, for the hourly limits. A code without a hash is no longer valid.
    `CREATE TABLE one_time_codes (
      position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      channel text NOT NULL CHECK (channel IN ('email', 'sms')),
      destination_hash text NOT NULL,
      salt bytea NOT NULL,
      hash bytea,
      wrong_entries integer NOT NULL DEFAULT 0,
      sent_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`,
    `CREATE INDEX one_time_codes_of_session ON one_time_codes (session_id, position DESC)`,
    `CREATE INDEX one_time_codes_to ON one_time_codes (destination_hash, sent_at DESC)`,
    // Messages hold codes and links that open sessions, so their text is encrypted. Earlier messages are deleted.
    // Retries use the database's time, expiry the service's.
    `DROP TABLE messages`,
    `CREATE TABLE messages (
      position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      message_id text NOT NULL UNIQUE,
      sealed text NOT NULL,
      sent_at timestamptz NOT NULL
    )`,
    `CREATE TABLE outgoing_messages (
      position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      message_id text NOT NULL UNIQUE,
      sealed text NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      written_at timestamptz NOT NULL,
      good_until timestamptz NOT NULL
    )`,
    `CREATE INDEX outgoing_messages_due ON outgoing_messages (due_at)`,
  ],
  [
    `CREATE TABLE webhooks (
      webhook_id text PRIMARY KEY,
      tenant_id text NOT NULL REFERENCES tenants,
      url text NOT NULL,
      sealed_secret text NOT NULL,
      events jsonb NOT NULL,
      status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
      exhausted_in_a_row integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    )`,
    `CREATE INDEX webhooks_of_tenant ON webhooks (tenant_id, created_at, webhook_id)`,
    // Due by the service's clock; claims expire by the database's time, which QA cannot move.
    `CREATE TABLE webhook_deliveries (
      position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      delivery_id text NOT NULL UNIQUE,
      webhook_id text NOT NULL REFERENCES webhooks ON DELETE CASCADE,
      event_id text NOT NULL REFERENCES outbox (event_id) ON DELETE CASCADE,
      state text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'DELIVERED', 'EXHAUSTED')),
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL,
      claim text,
      leased_until timestamptz NOT NULL DEFAULT '-infinity'
    )`,
    `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at, position) WHERE state = 'PENDING'`,
    `CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event_id)`,
    `CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook_id)`,
    `CREATE TABLE webhook_attempts (
      position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      delivery_id text NOT NULL REFERENCES webhook_deliveries (delivery_id) ON DELETE CASCADE,
      at timestamptz NOT NULL,
      http_status integer NOT NULL,
      error text,
      signed_at bigint NOT NULL,
      signature text NOT NULL
    )`,
    `CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (delivery_id, position)`,
    `CREATE INDEX outbox_of_transaction ON outbox (transaction_id)`,
  ],
  [
    `CREATE TABLE envelopes (
      envelope_id text PRIMARY KEY,
      tenant_id text NOT NULL REFERENCES tenants,
      status text NOT NULL CHECK (status IN ('CREATED', 'ACTIVE', 'COMPLETED', 'CANCELLED', 'EXPIRED')),
      signing_mode text NOT NULL CHECK (signing_mode IN ('PARALLEL', 'SEQUENTIAL')),
      total_signers integer NOT NULL,
      locale text NOT NULL,
      request jsonb NOT NULL,
      document_id text NOT NULL REFERENCES documents,
      combined_document_id text REFERENCES documents,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      erase_at timestamptz
    )`,
    `CREATE INDEX envelopes_due ON envelopes (expires_at) WHERE status IN ('CREATED', 'ACTIVE')`,
    `CREATE INDEX envelopes_to_erase ON envelopes (erase_at) WHERE erase_at IS NOT NULL`,
    `ALTER TABLE sessions DROP CONSTRAINT sessions_kind_check`,
    `ALTER TABLE sessions ADD CONSTRAINT sessions_kind_check CHECK (kind IN ('signing', 'trust', 'envelope'))`,
    `ALTER TABLE sessions ADD COLUMN envelope_id text REFERENCES envelopes`,
    `ALTER TABLE sessions ADD COLUMN signer_index integer`,
    // Marks invitations that wait for the signer's turn.
    `ALTER TABLE sessions ADD COLUMN invitation_waits boolean NOT NULL DEFAULT false`,
    `CREATE UNIQUE INDEX sessions_of_envelope ON sessions (envelope_id, signer_index) WHERE envelope_id IS NOT NULL`,
    `CREATE INDEX invitations_waiting ON sessions (envelope_id) WHERE invitation_waits`,
  ],
];
