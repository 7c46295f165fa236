/** The first step of the schema: signing sessions, their documents and evidence, keys, events and quotas. */
export const FIRST_SCHEMA: readonly string[] = [
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
