/**
 * The tables of sessions and of sign-ins that are under way, for the migrations of the services. Back-channel logout
 * finds sessions by their provider's key.
 */
export const personSessionTables = `
  create table person_sessions (
    stream_id text primary key, issuer text not null, subject text not null, kind text not null, ended text,
    session_id text collate "C", name text, provider_session_key text, user_agent text, started_at timestamptz,
    last_used_at timestamptz, expires_at timestamptz, ends_at timestamptz);
  create unique index person_sessions_by_id on person_sessions (session_id) where session_id is not null;
  create index person_sessions_by_person on person_sessions (subject, issuer, session_id)
    where session_id is not null;
  create index person_sessions_by_provider on person_sessions (provider_session_key, session_id)
    where session_id is not null;
  create table sign_ins (
    id text primary key, verifier text not null, nonce text not null, return_to text not null, replaces text,
    ends_at timestamptz not null);
  create index sign_ins_by_end on sign_ins (ends_at);`;
