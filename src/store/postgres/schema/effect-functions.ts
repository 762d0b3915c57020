import { durable } from './durable.ts'

/**
 * What is decided about effects, and what writes to sessions that may be resumed. Locks are taken in one order by
 * everybody, so nothing waits in a ring: a mark's key, the sessions by their keys, at last an effect.
 */
export function effectFunctions(schema: string): string {
  return [lockMark, setMark, close, finish, begin].map((text) => text(schema)).join('\n')
}

const planned = 'LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET jit = off'

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
  p_channel text, s ${schema}.sessions, p_state text, p_sets_mark boolean, p_mark uuid, p_until bigint
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

  INSERT INTO ${schema}.resumables AS r (key, registration, session, state, until)
  VALUES (p_mark, s.registration, s.seq, p_state, p_until)
  ON CONFLICT (key) DO UPDATE SET session = excluded.session, state = excluded.state, until = excluded.until;
END $body$;`

const close = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.close_turn_2(
  p_channel text, p_key uuid, p_turn text, p_fence bigint, p_reply text, p_screen text, p_source text,
  p_ms double precision, p_is_fallback boolean, p_sets_state boolean, p_state text, p_is_over boolean,
  p_masks_answer boolean, p_late text, p_goes_on boolean, p_sets_mark boolean, p_mark uuid, p_until bigint
) RETURNS boolean ${planned} AS $body$
DECLARE
  s ${schema}.sessions;
  v_state text;
BEGIN
  IF p_mark IS NOT NULL THEN PERFORM ${schema}.lock_mark_1(p_mark, p_key); END IF;
  s := ${schema}.find_session_1(p_key);
  IF s.seq IS NULL THEN RETURN false; END IF;
  IF s.work_turn IS NULL OR s.work_answered OR s.work_fence <> p_fence OR NOT EXISTS (
    SELECT FROM ${schema}.turns t WHERE t.session = s.seq AND t.seq = s.work_turn AND t.key = p_turn
  ) THEN
    RETURN EXISTS (
      SELECT FROM ${schema}.turns t WHERE t.session = s.seq AND t.key = p_turn AND t.closed_with = p_fence
    );
  END IF;
  UPDATE ${schema}.turns t
  SET reply = p_reply, screen = p_screen, source = p_source, ms = p_ms, closed_with = p_fence
  WHERE t.session = s.seq AND t.seq = s.work_turn;
  v_state := CASE WHEN p_sets_state THEN p_state ELSE s.state END;
  UPDATE ${schema}.sessions o SET
    state = v_state,
    is_over = p_is_over, masks_answer = p_masks_answer, late = p_late,
    fallbacks = o.fallbacks + p_is_fallback::integer,
    work_answered = p_goes_on,
    work_turn = CASE WHEN p_goes_on THEN o.work_turn END,
    is_awaited = false,
    expires_at = clock_timestamp() + o.expiry * interval '1 millisecond',
    swept_from = date_trunc('minute', clock_timestamp() + o.expiry * interval '1 millisecond')
  WHERE o.registration = s.registration AND o.seq = s.seq;
  IF p_sets_mark OR s.resume_key IS NOT NULL THEN
    PERFORM ${schema}.set_mark_1(p_channel, s, v_state, p_sets_mark, p_mark, p_until);
  END IF;
  IF s.is_awaited THEN PERFORM pg_notify(p_channel, p_key || ' free'); END IF;
  RETURN true;
END $body$;`

const finish = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.finish_work_2(
  p_channel text, p_key uuid, p_fence bigint, p_reply text, p_sets_state boolean, p_state text, p_sets_mark boolean,
  p_mark uuid, p_until bigint
) RETURNS boolean ${planned} AS $body$
DECLARE
  s ${schema}.sessions;
  v_state text;
BEGIN
  IF p_mark IS NOT NULL THEN PERFORM ${schema}.lock_mark_1(p_mark, p_key); END IF;
  s := ${schema}.find_session_1(p_key);
  IF s.seq IS NULL THEN RETURN false; END IF;
  IF s.work_turn IS NULL OR NOT s.work_answered OR s.work_fence <> p_fence THEN
    RETURN EXISTS (SELECT FROM ${schema}.turns t WHERE t.session = s.seq AND t.finished_with = p_fence);
  END IF;
  UPDATE ${schema}.turns t SET finished_with = p_fence WHERE t.session = s.seq AND t.seq = s.work_turn;
  v_state := CASE WHEN p_sets_state THEN p_state ELSE s.state END;
  UPDATE ${schema}.sessions o SET
    state = v_state, late = p_reply, work_turn = NULL, is_awaited = false,
    expires_at = clock_timestamp() + o.expiry * interval '1 millisecond',
    swept_from = date_trunc('minute', clock_timestamp() + o.expiry * interval '1 millisecond')
  WHERE o.registration = s.registration AND o.seq = s.seq;
  IF p_sets_mark OR s.resume_key IS NOT NULL THEN
    PERFORM ${schema}.set_mark_1(p_channel, s, v_state, p_sets_mark, p_mark, p_until);
  END IF;
  IF s.is_awaited THEN PERFORM pg_notify(p_channel, p_key || ' free'); END IF;
  RETURN true;
END $body$;`

/**
 * Whether an effect may begin. Without a session there is no turn to fence it. An asking that has the effect in its hands
 * is answered first: its turn may be over since.
 */
const begin = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.begin_effect_1(
  p_owner uuid, p_channel text, p_registration text, p_effect uuid, p_attempt text, p_effect_until bigint,
  p_key uuid, p_fence bigint, p_state text, p_sets_mark boolean, p_mark uuid, p_mark_until bigint
) RETURNS TABLE (status text, outcome text) ${planned} AS $body$
#variable_conflict use_column
DECLARE
  s ${schema}.sessions;
  e ${schema}.effects;
BEGIN
  IF NOT EXISTS (
    SELECT FROM ${schema}.instances i WHERE i.id = p_owner AND i.seen_at > clock_timestamp() - interval '8 seconds'
  ) THEN
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
    UPDATE ${schema}.sessions o SET
      state = p_state,
      expires_at = clock_timestamp() + o.expiry * interval '1 millisecond',
      swept_from = date_trunc('minute', clock_timestamp() + o.expiry * interval '1 millisecond')
    WHERE o.registration = s.registration AND o.seq = s.seq;
    PERFORM ${schema}.set_mark_1(p_channel, s, p_state, p_sets_mark, p_mark, p_mark_until);
  END IF;

  LOOP
    INSERT INTO ${schema}.effects AS o (key, registration, attempt, told, owner, until)
    VALUES (p_effect, p_registration, p_attempt, 'begun', p_owner, p_effect_until)
    ON CONFLICT (key) DO NOTHING;
    IF FOUND THEN
      RETURN QUERY SELECT 'begun', NULL::text;
      RETURN;
    END IF;
    SELECT o.* INTO e FROM ${schema}.effects o WHERE o.key = p_effect FOR UPDATE;
    EXIT WHEN FOUND;
  END LOOP;
  IF e.until < p_effect_until THEN
    UPDATE ${schema}.effects o SET until = p_effect_until WHERE o.key = p_effect;
  END IF;
  IF e.outcome IS NOT NULL THEN
    RETURN QUERY SELECT 'concluded', e.outcome;
  ELSIF e.owner IS NOT NULL AND e.attempt = p_attempt THEN
    -- It was asked twice at once.
    RETURN QUERY SELECT e.told, NULL::text;
  ELSIF EXISTS (SELECT FROM ${schema}.instances i WHERE i.id = e.owner) THEN
    RETURN QUERY SELECT 'running', NULL::text;
  ELSE
    UPDATE ${schema}.effects o SET attempt = p_attempt, told = 'unknown', owner = p_owner WHERE o.key = p_effect;
    RETURN QUERY SELECT 'unknown', NULL::text;
  END IF;
END $body$;`
