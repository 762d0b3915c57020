import { durable, isAlive } from './tables.ts'
import { livesAgain, planned } from './turn-functions.ts'

/**
 * Whether an effect may begin. An asking that has the effect in its hands is answered first: its turn may be over since.
 * What a session leaves that is not kept here belongs to none.
 */
export const effectFunctions = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.begin_effect_1(
  p_owner uuid, p_channel text, p_registration text, p_effect uuid, p_attempt text, p_effect_within double precision,
  p_key uuid, p_fence bigint, p_state text, p_sets_mark boolean, p_mark uuid, p_mark_within double precision,
  p_compares boolean, p_after text
) RETURNS TABLE (status text, outcome text) ${planned} AS $body$
#variable_conflict use_column
DECLARE
  s ${schema}.sessions;
  e ${schema}.effects;
  v_until bigint := ${schema}.until_1(p_effect_within);
BEGIN
  IF NOT ${isAlive(schema)} THEN
    RETURN QUERY SELECT 'stranger', NULL::text;
    RETURN;
  END IF;
  ${durable}
  UPDATE ${schema}.effects o SET owner = p_owner
  WHERE o.key = p_effect AND o.attempt = p_attempt AND o.owner IS NOT NULL RETURNING o.* INTO e;
  IF e.key IS NOT NULL THEN
    RETURN QUERY SELECT e.told, NULL::text;
    RETURN;
  END IF;

  IF p_key IS NOT NULL THEN
    IF p_mark IS NOT NULL THEN PERFORM ${schema}.lock_mark_1(p_mark, p_key); END IF;
    s := ${schema}.find_session_1(p_key);
    IF s.seq IS NULL OR s.work_turn IS NULL OR s.work_fence <> p_fence THEN
      RETURN QUERY SELECT 'fenced', NULL::text;
      RETURN;
    END IF;
  ELSIF p_mark IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('${schema}.resumables'), hashtext(p_mark::text));
    s.registration := p_registration;
    s.seq := 0;
    s.resume_key := p_mark;
  END IF;
  IF p_compares AND ${schema}.is_overtaken_1(s.seq, p_mark, p_after, p_state) THEN
    RETURN QUERY SELECT 'overtaken', NULL::text;
    RETURN;
  END IF;
  IF p_key IS NOT NULL THEN
    UPDATE ${schema}.sessions o SET
      state = p_state,
      ${livesAgain('o.expiry')}
    WHERE o.registration = s.registration AND o.seq = s.seq;
  END IF;
  IF s.seq IS NOT NULL THEN
    PERFORM ${schema}.set_mark_1(
      p_channel, s, p_state, p_sets_mark, p_mark, ${schema}.until_1(p_mark_within), false);
  END IF;

  LOOP
    INSERT INTO ${schema}.effects AS o (key, registration, attempt, told, owner, until)
    VALUES (p_effect, p_registration, p_attempt, 'begun', p_owner, v_until)
    ON CONFLICT (key) DO NOTHING;
    IF FOUND THEN
      RETURN QUERY SELECT 'begun', NULL::text;
      RETURN;
    END IF;
    SELECT o.* INTO e FROM ${schema}.effects o WHERE o.key = p_effect FOR UPDATE;
    EXIT WHEN FOUND;
  END LOOP;
  IF e.until < v_until THEN
    UPDATE ${schema}.effects o SET until = v_until WHERE o.key = p_effect;
  END IF;
  IF e.outcome IS NOT NULL THEN
    RETURN QUERY SELECT 'concluded', e.outcome;
  ELSIF e.owner IS NOT NULL AND e.attempt = p_attempt THEN
    -- It was asked twice at once.
    RETURN QUERY SELECT e.told, NULL::text;
  ELSIF e.attempt = p_attempt THEN
    -- Whoever asked has gone, and has left it before this came: nobody would do it.
    RETURN QUERY SELECT 'fenced', NULL::text;
  ELSIF EXISTS (SELECT FROM ${schema}.instances i WHERE i.id = e.owner) THEN
    RETURN QUERY SELECT 'running', NULL::text;
  ELSE
    RETURN QUERY UPDATE ${schema}.effects o SET
      attempt = p_attempt, told = CASE e.told WHEN 'left' THEN 'begun' ELSE 'unknown' END, owner = p_owner
    WHERE o.key = p_effect RETURNING o.told, NULL::text;
  END IF;
END $body$;`

/**
 * What may be resumed, by spans that the server counts. `resumables.ended` is null but for the end of a session: the epoch
 * ms at which its last screen went out, 0 before that, -1 where the subscriber has left. `resumables.session` is 0 for a
 * state that belongs to no session.
 *
 * Locks are taken in one order by everybody, so nothing waits in a ring: a mark's key, the sessions by their keys, at
 * last an effect.
 */
export function resumeFunctions(schema: string): string {
  return [until, version, lockMark, setMark, isOvertaken, endOvertaken, seen].map((text) => text(schema)).join('\n')
}

/** The end of a span that begins now, epoch ms. */
const until = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.until_1(p_within double precision) RETURNS bigint LANGUAGE sql VOLATILE AS $body$
  SELECT ceil(extract(epoch FROM clock_timestamp()) * 1000 + p_within)::bigint
$body$;`

/** Tells what stands under a key from anything else, but for whether it was seen. */
const version = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.version_1(p_state text, p_ended bigint) RETURNS text LANGUAGE sql STABLE AS $body$
  SELECT encode(sha256(convert_to(p_state || CASE WHEN p_ended = -1 THEN ' left' ELSE '' END, 'UTF8')), 'hex')
$body$;`

/**
 * Before a session is locked that wants to be marked: nobody else can give the key away until the end, and the session
 * that has it is locked already if its turn is before.
 */
const lockMark = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.lock_mark_1(p_mark uuid, p_key uuid) RETURNS void
LANGUAGE plpgsql VOLATILE AS $body$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('${schema}.resumables'), hashtext(p_mark::text));
  PERFORM FROM ${schema}.resumables r CROSS JOIN LATERAL (
    SELECT x.seq FROM ${schema}.sessions x
    WHERE x.registration = r.registration AND x.seq = r.session AND x.key < p_key LIMIT 1 FOR UPDATE
  ) o WHERE r.key = p_mark;
END $body$;`

/**
 * After the state of a session that is locked was written. Without \`p_sets_mark\` its mark stays, with the new state.
 * A session that loses its key by it ends.
 */
const setMark = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.set_mark_1(
  p_channel text, s ${schema}.sessions, p_state text, p_sets_mark boolean, p_mark uuid, p_until bigint,
  p_is_end boolean
) RETURNS void LANGUAGE plpgsql VOLATILE AS $body$
DECLARE
  v_loser uuid;
BEGIN
  IF NOT p_sets_mark THEN
    IF s.resume_key IS NOT NULL THEN
      UPDATE ${schema}.resumables r SET state = p_state WHERE r.key = s.resume_key AND r.session = s.seq;
    END IF;
    RETURN;
  END IF;
  IF s.resume_key IS DISTINCT FROM p_mark THEN
    DELETE FROM ${schema}.resumables r WHERE r.key = s.resume_key AND r.session = s.seq;
    UPDATE ${schema}.sessions o SET resume_key = p_mark WHERE o.registration = s.registration AND o.seq = s.seq;
  END IF;
  IF p_mark IS NULL THEN RETURN; END IF;

  -- Its key tells whether it still has the mark: it may have given it up before it could be locked.
  UPDATE ${schema}.sessions o SET
    is_over = true, was_fenced = true, work_turn = NULL, is_awaited = false, resume_key = NULL
  FROM ${schema}.resumables r
  WHERE r.key = p_mark AND r.session <> s.seq AND o.registration = r.registration AND o.seq = r.session
    AND o.is_live AND o.expires_at > clock_timestamp() AND o.resume_key = p_mark
  RETURNING o.key INTO v_loser;
  IF v_loser IS NOT NULL THEN PERFORM pg_notify(p_channel, v_loser || ' ended'); END IF;

  INSERT INTO ${schema}.resumables AS r (key, registration, session, state, until, ended)
  VALUES (p_mark, s.registration, s.seq, p_state, p_until, CASE WHEN p_is_end THEN 0 END)
  ON CONFLICT (key) DO UPDATE
  SET session = excluded.session, state = excluded.state, until = excluded.until, ended = excluded.ended;
END $body$;`

/**
 * Whether another session has committed something since under a mark that a session wants, which is locked. The same state
 * is nothing else. \`p_session\` is 0 for what belongs to none.
 */
const isOvertaken = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.is_overtaken_1(p_session bigint, p_mark uuid, p_after text, p_state text)
RETURNS boolean LANGUAGE sql VOLATILE AS $body$
  SELECT EXISTS (
    SELECT FROM ${schema}.resumables r
    WHERE r.key = p_mark AND r.until > ${schema}.until_1(0) AND r.state IS NOT NULL
      AND (p_session = 0 OR r.session <> p_session) AND r.state IS DISTINCT FROM p_state
      AND ${schema}.version_1(r.state, r.ended) IS DISTINCT FROM p_after
  )
$body$;`

/**
 * Before a session commits what its work came to under a mark: where it was overtaken it ends, and commits nothing.
 * \`p_is_answered\` is that of the work which may commit.
 */
const endOvertaken = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.end_overtaken_1(
  p_channel text, p_key uuid, p_fence bigint, p_is_answered boolean, p_sets_state boolean, p_state text, p_mark uuid,
  p_after text
) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $body$
DECLARE
  s ${schema}.sessions;
BEGIN
  PERFORM ${schema}.lock_mark_1(p_mark, p_key);
  s := ${schema}.find_session_1(p_key);
  IF s.work_turn IS NULL OR s.work_answered <> p_is_answered OR s.work_fence <> p_fence THEN RETURN false; END IF;
  IF NOT ${schema}.is_overtaken_1(s.seq, p_mark, p_after, CASE WHEN p_sets_state THEN p_state ELSE s.state END) THEN
    RETURN false;
  END IF;
  UPDATE ${schema}.sessions o SET is_over = true, was_fenced = true, work_turn = NULL, is_awaited = false
  WHERE o.registration = s.registration AND o.seq = s.seq;
  PERFORM pg_notify(p_channel, p_key || ' ended');
  RETURN true;
END $body$;`

/** The last screen of a session went out: nobody sees it whose phone has begun another session since. */
const seen = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.see_end_1(p_key uuid) RETURNS void ${planned} AS $body$
DECLARE
  s ${schema}.sessions;
BEGIN
  SELECT o.* INTO s FROM ${schema}.sessions o WHERE o.key = p_key AND o.is_live;
  UPDATE ${schema}.resumables r SET ended = ${schema}.until_1(0)
  WHERE r.key = s.resume_key AND r.session = s.seq AND r.ended = 0 AND NOT EXISTS (
    SELECT FROM ${schema}.sessions o
    WHERE o.registration = s.registration AND o.phone_key = s.phone_key AND o.seq > s.seq AND o.kind = s.kind
  );
END $body$;`
