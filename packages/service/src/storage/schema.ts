import { EARLY_STEPS } from './early-steps.ts';

/**
 * The schema as a list of steps, oldest first. Never change a released step; append a new one. Ids are text made by
 * the service. Times come from the service's clock, which can be moved; only columns that need the true time use
 * the database's as default.
 */
export const SCHEMA_STEPS: readonly (readonly string[])[] = [
  ...EARLY_STEPS,
  [
    // Links to another device: one per session, stored as a hash; `taken_by` is the hash of who redeemed it.
    `CREATE TABLE handovers (
      session_id text PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      code_hash text NOT NULL UNIQUE,
      expires_at timestamptz NOT NULL,
      taken_by text
    )`,
  ],
  [
    // Prepared signatures. Everything needed to complete them is stored, so they survive a restart.
    `CREATE TABLE signing_requests (
      session_id text PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      signature_request_id text NOT NULL UNIQUE,
      base_document_id text NOT NULL,
      chain jsonb NOT NULL,
      algorithm text NOT NULL,
      data_to_sign bytea NOT NULL,
      appended bytea NOT NULL,
      hole_start integer NOT NULL,
      hole_end integer NOT NULL,
      field_name text NOT NULL
    )`,
    // The document with the signatures so far, and who may add the next; that lease expires by the database's time.
    `ALTER TABLE envelopes ADD COLUMN signed_document_id text`,
    `ALTER TABLE envelopes ADD COLUMN signing_session_id text`,
    `ALTER TABLE envelopes ADD COLUMN signing_until timestamptz NOT NULL DEFAULT '-infinity'`,
  ],
  [
    // A process claims the channels it can send on. For messages queued before, the channel is only in the
    // encrypted text.
    `ALTER TABLE outgoing_messages ADD COLUMN channel text CHECK (channel IN ('email', 'sms'))`,
    `DROP INDEX outgoing_messages_due`,
    `CREATE INDEX outgoing_messages_due ON outgoing_messages (channel, due_at)`,
    // Delivery state of the message with the code.
    `ALTER TABLE one_time_codes ADD COLUMN message_id text`,
    `ALTER TABLE one_time_codes ADD COLUMN delivery text NOT NULL DEFAULT 'pending'
       CHECK (delivery IN ('pending', 'sent', 'failed'))`,
    `CREATE UNIQUE INDEX one_time_codes_by_message ON one_time_codes (message_id)`,
  ],
  [
    `ALTER TABLE tenants ADD COLUMN biometrics text NOT NULL DEFAULT 'OFF'
       CHECK (biometrics IN ('OFF', 'SIMULATED', 'LIVE'))`,
    // One attempt per session at a time. Frames outlive it until the session ends; their hashes until it is erased.
    `CREATE TABLE liveness_attempts (
      session_id text PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      liveness_session_id text NOT NULL UNIQUE,
      mode text NOT NULL CHECK (mode IN ('SIMULATED', 'LIVE')),
      nonce text NOT NULL,
      actions jsonb NOT NULL,
      started_at timestamptz NOT NULL
    )`,
    `CREATE TABLE liveness_frames (
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      frame_index integer NOT NULL,
      sha256 text NOT NULL,
      sealed text,
      PRIMARY KEY (session_id, frame_index)
    )`,
    // Checks that sessions wait for. Due by the service's clock; claims expire by the database's time.
    `CREATE TABLE identity_checks (
      session_id text PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      step_id text NOT NULL,
      context text,
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL,
      claim text,
      leased_until timestamptz NOT NULL DEFAULT '-infinity'
    )`,
    `CREATE INDEX identity_checks_due ON identity_checks (due_at)`,
    `CREATE TABLE enrollments (
      tenant_id text NOT NULL REFERENCES tenants,
      cpf text NOT NULL,
      sealed_photo text NOT NULL,
      transaction_id text NOT NULL,
      user_external_id text,
      enrolled_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      warned_days integer,
      PRIMARY KEY (tenant_id, cpf)
    )`,
    `CREATE INDEX enrollments_due ON enrollments (expires_at)`,
  ],
  [
    `ALTER TABLE sessions ADD COLUMN deadline_told boolean NOT NULL DEFAULT false`,
    // Which tenant was notified of which endpoint on which day.
    `CREATE TABLE deprecation_notices (
      tenant_id text NOT NULL REFERENCES tenants,
      endpoint text NOT NULL,
      day text NOT NULL,
      PRIMARY KEY (tenant_id, endpoint, day)
    )`,
    // When the signer was shown the notice of the step.
    `ALTER TABLE steps ADD COLUMN notified_at timestamptz`,
  ],
  [
    // How often a session started the camera, and whether its last attempt was judged.
    `ALTER TABLE liveness_attempts ADD COLUMN starts integer NOT NULL DEFAULT 1`,
    `ALTER TABLE liveness_attempts ADD COLUMN judged boolean NOT NULL DEFAULT false`,
  ],
  [
    // A signer index is taken by a member who can still sign or has signed; one who declined frees it.
    `DROP INDEX sessions_of_envelope`,
    `CREATE INDEX sessions_of_envelope ON sessions (envelope_id, signer_index) WHERE envelope_id IS NOT NULL`,
    `CREATE UNIQUE INDEX places_of_envelope ON sessions (envelope_id, signer_index)
       WHERE envelope_id IS NOT NULL AND status IN ('ACTIVE', 'COMPLETED')`,
  ],
  [
    // Sessions whose steps the integrator performs, without a page for the signer.
    `ALTER TABLE sessions DROP CONSTRAINT sessions_kind_check`,
    `ALTER TABLE sessions ADD CONSTRAINT sessions_kind_check
       CHECK (kind IN ('signing', 'trust', 'envelope', 'transaction'))`,
    // The signature, kept until its transaction is finalized.
    `ALTER TABLE signing_requests ADD COLUMN cms bytea`,
  ],
  [
    // Warnings of the inspection at upload; earlier uploads have none.
    `ALTER TABLE documents ADD COLUMN warnings jsonb NOT NULL DEFAULT '[]'`,
  ],
  [
    // Details of a step's error for the integrator, besides its code.
    `ALTER TABLE steps ADD COLUMN error_detail text`,
  ],
  [
    `ALTER TABLE tenants ADD COLUMN signature_level text NOT NULL DEFAULT 'B'
       CHECK (signature_level IN ('B', 'LT', 'LTA'))`,
    // The update appended for long-term validation, after a kept signature.
    `ALTER TABLE signing_requests ADD COLUMN extension bytea`,
  ],
  [
    `ALTER TABLE tenants ADD COLUMN public_evidence text NOT NULL DEFAULT 'ESSENTIAL'
       CHECK (public_evidence IN ('ESSENTIAL', 'FULL'))`,
  ],
  [
    // Clients that authenticate with a key of their own, and their used assertions, each valid once.
    `ALTER TABLE clients ALTER COLUMN secret_hash DROP NOT NULL`,
    `ALTER TABLE clients ADD COLUMN public_keys jsonb NOT NULL DEFAULT '[]'`,
    `CREATE TABLE used_assertions (
      client_id text NOT NULL REFERENCES clients ON DELETE CASCADE,
      jti text NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (client_id, jti)
    )`,
    `CREATE INDEX used_assertions_by_end ON used_assertions (expires_at)`,
    // Allowance beyond a plan's monthly limits, and daily limits, which have none.
    `ALTER TABLE tenants ADD COLUMN overage_allowance jsonb NOT NULL DEFAULT '{}'`,
    `ALTER TABLE tenants ADD COLUMN daily_limits jsonb NOT NULL DEFAULT '{}'`,
  ],
  [
    // Index for the oldest due delivery of each webhook.
    `DROP INDEX webhook_deliveries_due`,
    `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at, position)
       WHERE state = 'PENDING'`,
  ],
  [
    // Reference photos supplied by the integrator: they belong to no transaction.
    `ALTER TABLE enrollments ALTER COLUMN transaction_id DROP NOT NULL`,
    `ALTER TABLE enrollments ADD COLUMN version integer NOT NULL DEFAULT 1`,
    `ALTER TABLE enrollments ADD COLUMN source text NOT NULL DEFAULT 'FIRST_LIVENESS'
       CHECK (source IN ('BANK_PROVIDED', 'FIRST_LIVENESS', 'DOCUMENT_PHOTO'))`,
    `ALTER TABLE enrollments ADD COLUMN face_confidence double precision`,
    `CREATE INDEX enrollments_of_user ON enrollments (tenant_id, user_external_id)`,
  ],
  [
    // All jobs are claimed in the same way. A message that is claimed at the migration is due again when its lease
    // would have ended.
    `ALTER TABLE outgoing_messages ADD COLUMN claim text`,
    `ALTER TABLE outgoing_messages ADD COLUMN leased_until timestamptz NOT NULL DEFAULT '-infinity'`,
    `ALTER TABLE identity_checks ADD COLUMN position bigint GENERATED ALWAYS AS IDENTITY`,
  ],
  [
    // What the confidence in an enrolled photo is based on, and the provider that determined it.
    `ALTER TABLE enrollments ADD COLUMN face_basis text CHECK (face_basis IN ('FACE', 'PICTURE'))`,
    `ALTER TABLE enrollments ADD COLUMN face_provider text`,
  ],
  [
    // Sweeps run every few seconds and must not read tables whole that only grow: what is old by its time, events of
    // an envelope, pictures that are still there.
    `CREATE INDEX messages_by_age ON messages (sent_at)`,
    `CREATE INDEX outbox_by_age ON outbox (tenant_id, occurred_at)`,
    `CREATE INDEX outbox_of_envelope ON outbox ((data->>'envelopeId')) WHERE data->>'envelopeId' IS NOT NULL`,
    `CREATE INDEX one_time_codes_by_age ON one_time_codes (sent_at)`,
    `CREATE INDEX liveness_pictures ON liveness_frames (session_id) WHERE sealed IS NOT NULL`,
    // Deleting a document looks for rows that reference it.
    `CREATE INDEX sessions_of_document ON sessions (document_id)`,
    `CREATE INDEX envelopes_of_document ON envelopes (document_id)`,
    `CREATE INDEX envelopes_of_combined ON envelopes (combined_document_id) WHERE combined_document_id IS NOT NULL`,
    `CREATE INDEX evidence_of_pack ON evidence (pack_document_id)`,
    `CREATE INDEX evidence_of_signed ON evidence (signed_document_id) WHERE signed_document_id IS NOT NULL`,
    `CREATE INDEX evidence_of_page ON evidence (evidence_page_id) WHERE evidence_page_id IS NOT NULL`,
  ],
  [
    // When the signer's page first read the session.
    `ALTER TABLE sessions ADD COLUMN opened_at timestamptz`,
  ],
  [
    // A session's authorisation at a provider of cloud certificates. Everything secret of it is sealed, or hashed.
    `CREATE TABLE cloud_authorizations (
      session_id text PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      provider_id text NOT NULL,
      status text NOT NULL
        CHECK (status IN ('PENDING', 'AUTHORIZED', 'EXCHANGING', 'READY', 'SPENT', 'SIGNED', 'FAILED')),
      failure text,
      ticket_hash text UNIQUE,
      state_hash text UNIQUE,
      browser_hash text,
      sealed text,
      signature bytea,
      signature_request_id text,
      expires_at timestamptz NOT NULL
    )`,
    `CREATE INDEX cloud_authorizations_by_end ON cloud_authorizations (expires_at)`,
  ],
  [
    // A webhook's deliveries are listed newest first.
    `CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (webhook_id, position DESC)`,
    `DROP INDEX webhook_deliveries_of_webhook`,
  ],
  [
    // While a secret is rotated, the one before works on until then.
    `ALTER TABLE clients ADD COLUMN previous_secret_hash text`,
    `ALTER TABLE clients ADD COLUMN previous_secret_until timestamptz`,
  ],
  [
    // Batches: sessions in which one signer signs several documents. The first is also the session's own document.
    `ALTER TABLE sessions ADD COLUMN batch_id text UNIQUE`,
    `ALTER TABLE sessions ADD COLUMN documents_hash text`,
    `CREATE TABLE batch_documents (
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      position integer NOT NULL,
      title text NOT NULL,
      document_id text NOT NULL REFERENCES documents,
      PRIMARY KEY (session_id, position)
    )`,
    `CREATE INDEX batch_documents_of_document ON batch_documents (document_id)`,
    // Each document has evidence of its own. That of a batch is released when all of its documents are sealed.
    `ALTER TABLE evidence DROP CONSTRAINT evidence_session_id_key`,
    `ALTER TABLE evidence ADD COLUMN document_position integer NOT NULL DEFAULT 1`,
    `ALTER TABLE evidence ADD COLUMN released boolean NOT NULL DEFAULT true`,
    `ALTER TABLE evidence ADD CONSTRAINT evidence_of_document UNIQUE (session_id, document_position)`,
    // Batches whose steps are passed and whose documents are being sealed. Due and claimed by the database's time.
    `CREATE TABLE batch_sealings (
      session_id text PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      accepted_at timestamptz NOT NULL,
      context text NOT NULL,
      position bigint GENERATED ALWAYS AS IDENTITY,
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      claim text,
      leased_until timestamptz NOT NULL DEFAULT '-infinity'
    )`,
    `CREATE INDEX batch_sealings_due ON batch_sealings (due_at)`,
  ],
  [
    // What administrators did, as a chain of hashes. It references nothing, so that erasures leave it whole; the time
    // is the text that was hashed.
    `CREATE TABLE admin_audit (
      number integer PRIMARY KEY CHECK (number > 0),
      at text NOT NULL,
      act text NOT NULL,
      tenant_id text NOT NULL,
      target_id text NOT NULL,
      request_id text NOT NULL,
      previous_hash text NOT NULL UNIQUE,
      hash text NOT NULL
    )`,
  ],
  [
    // A batch may be signed with a certificate: document by document, each with a request of its own.
    `ALTER TABLE signing_requests ADD COLUMN position integer NOT NULL DEFAULT 1`,
    `ALTER TABLE signing_requests DROP CONSTRAINT signing_requests_pkey`,
    `ALTER TABLE signing_requests ADD PRIMARY KEY (session_id, position)`,
    `ALTER TABLE signing_requests ADD COLUMN digital_signature jsonb`,
    // What a provider signed, until it is completed. The columns of cloud_authorizations for it are no longer used.
    `ALTER TABLE signing_requests ADD COLUMN raw_signature bytea`,
  ],
  [
    // How long a tenant keeps what has ended; without days until it is erased by request.
    `ALTER TABLE tenants ADD COLUMN retention_days integer CHECK (retention_days > 0)`,
    `CREATE INDEX sessions_kept ON sessions (tenant_id, ended_at) WHERE erase_at IS NULL AND ended_at IS NOT NULL`,
    `CREATE INDEX envelopes_kept ON envelopes (tenant_id, updated_at) WHERE erase_at IS NULL`,
    `ALTER TABLE sessions ADD COLUMN erased_by_request boolean NOT NULL DEFAULT false`,
    // What is left of a session outside the sandbox: no data of its signer. It references nothing.
    `CREATE TABLE erased_sessions (
      session_id text PRIMARY KEY,
      transaction_id text NOT NULL,
      tenant_id text NOT NULL,
      evidence jsonb NOT NULL,
      by_request boolean NOT NULL,
      erased_at timestamptz NOT NULL
    )`,
    `CREATE INDEX erased_evidence ON erased_sessions USING gin (evidence jsonb_path_ops)`,
  ],
  [
    // Where its signers' certificates may come from. Versions before take this for all of them.
    `ALTER TABLE tenants ADD COLUMN certificate_sources jsonb NOT NULL DEFAULT '["FILE", "TOKEN", "CLOUD"]'`,
  ],
  [
    // The roots that were ever sealed under: what was sealed before a certificate was replaced stays trusted.
    `CREATE TABLE sealing_roots (
      fingerprint text PRIMARY KEY,
      der bytea NOT NULL,
      first_used_at timestamptz NOT NULL DEFAULT now()
    )`,
    // Whom the certificate names that sealed it; NULL: the one that the service made for itself.
    `ALTER TABLE evidence ADD COLUMN sealed_by jsonb`,
  ],
  [
    // Which of two authorisations it is, where the first one only opens the list of certificates (CSC API).
    `ALTER TABLE cloud_authorizations ADD COLUMN scope text CHECK (scope IN ('service', 'credential'))`,
    // The window that came back from the first of two authorisations asks for the second one.
    `CREATE INDEX cloud_authorizations_by_browser ON cloud_authorizations (browser_hash)`,
  ],
  [
    // The span that wrote the event (W3C Trace Context), which its deliveries go on from.
    `ALTER TABLE outbox ADD COLUMN trace_parent text`,
  ],
  [
    // Signatures that were kept, of all tenants: each is one act. It references nothing, so that erasures leave it whole.
    `CREATE TABLE used_signatures (
      fingerprint text PRIMARY KEY,
      session_id text NOT NULL,
      position integer NOT NULL,
      used_at timestamptz NOT NULL DEFAULT now()
    )`,
    // Who performed a completed step. NULL: a version before this one did not say.
    `ALTER TABLE steps ADD COLUMN performed_by text CHECK (performed_by IN ('signer', 'integrator', 'service'))`,
    // What an answer is about, by which it is emptied when that is erased.
    `ALTER TABLE idempotency_keys ADD COLUMN subject text GENERATED ALWAYS AS (coalesce(
      answer->'body'->>'transactionId', answer->'body'->>'sessionId', answer->'body'->>'envelopeId')) STORED`,
    `CREATE INDEX idempotency_keys_of_subject ON idempotency_keys (subject) WHERE subject IS NOT NULL`,
    // Sessions are looked for by whatever names their signer.
    `CREATE INDEX sessions_of_cpf ON sessions (tenant_id, (request->'signer'->>'cpf'))
      WHERE request->'signer'->>'cpf' IS NOT NULL`,
    `CREATE INDEX sessions_of_cnpj ON sessions (tenant_id, (request->'signer'->>'cnpj'))
      WHERE request->'signer'->>'cnpj' IS NOT NULL`,
    `CREATE INDEX sessions_of_email ON sessions (tenant_id, lower(request->'signer'->>'email'))
      WHERE request->'signer'->>'email' IS NOT NULL`,
    `CREATE INDEX sessions_of_user ON sessions (tenant_id, (request->'signer'->>'userExternalId'))
      WHERE request->'signer'->>'userExternalId' IS NOT NULL`,
    // What comes behind a session's document in the file that its signer signs at the gov.br portal.
    `CREATE TABLE portal_updates (
      session_id text PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      appended bytea NOT NULL
    )`,
  ],
  [
    // Ids whose bytes may be in the store without a row: nothing else is ever removed from it as a leftover.
    `CREATE TABLE issued_documents (
      document_id text PRIMARY KEY,
      issued_at timestamptz NOT NULL DEFAULT now(),
      removed boolean NOT NULL DEFAULT false
    )`,
    `CREATE INDEX issued_documents_by_age ON issued_documents (issued_at)`,
  ],
  [
    // Whether it bore signatures when it was uploaded. Versions before don't ask: theirs count as not.
    `ALTER TABLE documents ADD COLUMN is_signed boolean NOT NULL DEFAULT false`,
  ],
  [
    // What was spent of limits that hold over all instances, by a fingerprint of whom it is about. Lost in a crash, which is
    // why it costs next to nothing.
    `CREATE UNLOGGED TABLE rate_windows (
      key text PRIMARY KEY,
      ends_at timestamptz NOT NULL,
      spent integer NOT NULL
    )`,
    `CREATE INDEX rate_windows_by_end ON rate_windows (ends_at)`,
    // Documents whose rows are erased and whose bytes are still to be removed from the store.
    `CREATE TABLE removals (
      removal_id text PRIMARY KEY,
      document_ids text[] NOT NULL,
      position bigint GENERATED ALWAYS AS IDENTITY,
      due_at timestamptz NOT NULL DEFAULT now(),
      attempts integer NOT NULL DEFAULT 0,
      claim text,
      leased_until timestamptz NOT NULL DEFAULT '-infinity'
    )`,
    `CREATE INDEX removals_due ON removals (due_at, position)`,
  ],
  [
    // The integrator's own groups of transactions.
    `CREATE INDEX sessions_of_group ON sessions (tenant_id, (request->'group'->>'documentGroupId'))
      WHERE request->'group'->>'documentGroupId' IS NOT NULL`,
    // By which messages the service may deliver a signer's link for the tenant.
    `ALTER TABLE tenants ADD COLUMN deliver_via jsonb NOT NULL DEFAULT '[]'`,
  ],
  [
    // How the page looks that frames the one of the link, so that both look like one.
    `ALTER TABLE handovers ADD COLUMN appearance jsonb`,
  ],
  [
    // Whether anything is due, of whichever webhook.
    `CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (due_at) WHERE state = 'PENDING'`,
    // What is due, of whichever channel, and what nobody needs any more, while a mail server is away.
    `CREATE INDEX outgoing_messages_waiting ON outgoing_messages (due_at)`,
    `CREATE INDEX outgoing_messages_by_end ON outgoing_messages (good_until)`,
    `CREATE INDEX handovers_by_end ON handovers (expires_at)`,
  ],
  [
    // A message is erased with the session that it is about, and dropped at its end if it is of no use afterwards. NULL: a
    // version before this one queued it.
    `ALTER TABLE outgoing_messages ADD COLUMN session_id text REFERENCES sessions ON DELETE CASCADE`,
    `ALTER TABLE outgoing_messages ADD COLUMN until_end boolean NOT NULL DEFAULT false`,
    `CREATE INDEX outgoing_messages_of_session ON outgoing_messages (session_id) WHERE session_id IS NOT NULL`,
  ],
  [
    // Events about reference photos name a user, and are erased with them.
    `CREATE INDEX outbox_of_user ON outbox (tenant_id, (data->>'userExternalId'))
      WHERE event_type IN ('ENROLLMENT.EXPIRING', 'ENROLLMENT.EXPIRED')`,
  ],
];
