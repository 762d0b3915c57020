import { lockPatience } from '../server/within.ts'
import { isAlive } from './tables.ts'

/**
 * What is decided about a turn, one function and one transaction each: the row of the session is locked by whoever
 * decides. The words of the answers are those of the contract.
 */
export function turnFunctions(schema: string): string {
  return [findSession, startSession, addTurn, open, close, finish, note, end].map((text) => text(schema)).join('\n')
}

// A statement that waits for what somebody else holds ends by itself: given up, it would stay in the server, on a connection of its own.
export const planned = `LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET jit = off SET lock_timeout = '${lockPatience}ms'`

/** Within an update of a session: its time begins anew. @param expiry where its span stands, ms */
export function livesAgain(expiry: string): string {
  return `expires_at = clock_timestamp() + ${expiry} * interval '1 millisecond',
    swept_from = date_trunc('minute', clock_timestamp() + ${expiry} * interval '1 millisecond')`
}

/** The session that lives, locked. One that has expired is retired: only its transcript stays. */
const findSession = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.find_session_1(p_key uuid) RETURNS ${schema}.sessions
LANGUAGE plpgsql VOLATILE AS $body$
DECLARE
  s ${schema}.sessions;
BEGIN
  SELECT o.* INTO s FROM ${schema}.sessions o WHERE o.key = p_key AND o.is_live FOR UPDATE;
  IF s.seq IS NULL OR s.expires_at > clock_timestamp() THEN RETURN s; END IF;
  UPDATE ${schema}.sessions o SET is_live = false, state = NULL, late = NULL, work_turn = NULL
  WHERE o.registration = s.registration AND o.seq = s.seq;
  UPDATE ${schema}.turns t SET reply = NULL WHERE t.session = s.seq;
  RETURN NULL;
END $body$;`

/** The session that lives, locked; a new one when there is none. */
const startSession = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.start_session_1(
  p_registration text, p_key uuid, p_name_key uuid, p_kind text, p_session_id text, p_phone text, p_phone_key text,
  p_at bigint, p_expiry bigint
) RETURNS ${schema}.sessions LANGUAGE plpgsql VOLATILE AS $body$
DECLARE
  s ${schema}.sessions;
BEGIN
  LOOP
    s := ${schema}.find_session_1(p_key);
    IF s.seq IS NOT NULL THEN RETURN s; END IF;
    INSERT INTO ${schema}.sessions AS o (registration, key, name_key, kind, session_id, phone, phone_key, started_at,
      last_at, expiry, expires_at, swept_from)
    VALUES (p_registration, p_key, p_name_key, p_kind, p_session_id, p_phone, p_phone_key, p_at, p_at, p_expiry,
      clock_timestamp() + p_expiry * interval '1 millisecond',
      date_trunc('minute', clock_timestamp() + p_expiry * interval '1 millisecond'))
    ON CONFLICT (key) WHERE is_live DO NOTHING RETURNING o.* INTO s;
    IF s.seq IS NOT NULL THEN RETURN s; END IF;
  END LOOP;
END $body$;`

/**
 * Remembers a turn in place of the oldest, if there are 64, but never of the one that works.
 * What was entered is kept where its screen is known and did not mask it. Nobody knows what the last screen of a lost
 * session asked, nor that of a turn that is open: it may have been shown by a process that died then.
 */
const addTurn = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.add_turn_1(
  s ${schema}.sessions, p_key text, p_sequence bigint, p_type text, p_at bigint, p_entered text, p_screen text,
  p_source text, p_ms double precision, p_reply text, p_is_fallback boolean
) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $body$
DECLARE
  v_seq bigint;
  v_oldest bigint;
  v_oldest_sequence bigint;
BEGIN
  IF s.turns >= 64 AND (SELECT count(*) FROM ${schema}.turns t WHERE t.session = s.seq) >= 64 THEN
    SELECT t.seq, t.sequence INTO v_oldest, v_oldest_sequence FROM ${schema}.turns t
    WHERE t.session = s.seq AND t.seq IS DISTINCT FROM s.work_turn ORDER BY t.seq LIMIT 1;
    DELETE FROM ${schema}.turns t WHERE t.session = s.seq AND t.seq = v_oldest;
  END IF;
  INSERT INTO ${schema}.turns AS t (session, key, sequence, type, at, entered, screen, source, ms, reply)
  VALUES (s.seq, p_key, p_sequence, p_type, p_at,
    CASE
      WHEN NOT s.masks_answer AND (s.turns > 0 OR p_type = 'initiation') AND (s.work_turn IS NULL OR s.work_answered)
      THEN p_entered
    END,
    p_screen, p_source, p_ms, p_reply)
  RETURNING t.seq INTO v_seq;
  UPDATE ${schema}.sessions o SET
    turns = o.turns + 1,
    fallbacks = o.fallbacks + p_is_fallback::integer,
    forgotten_to = greatest(o.forgotten_to, v_oldest_sequence)
  WHERE o.registration = s.registration AND o.seq = s.seq;
  RETURN v_seq;
END $body$;`

/**
 * Opens a turn, and tells what is missing before it: the one of the sequence before it, or the answer of what is interrupted.
 *
 * Nothing is missing before a sequence that is no further from its place than another of its session: turns without one count. No turn
 * runs that goes back: it gets the last answered one's reply again. Its sequence is lower than the highest of the session, or was there,
 * and a turn without one came behind it. How many turns are known says nothing of their sequences: those before them may have been
 * forgotten.
 */
const open = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.open_turn_1(
  p_owner uuid, p_registration text, p_key uuid, p_name_key uuid, p_kind text, p_session_id text, p_phone text,
  p_phone_key text, p_at bigint, p_expiry bigint, p_turn text, p_sequence bigint, p_attempt text, p_is_copy boolean,
  p_entered text, p_type text
) RETURNS TABLE (
  status text, fence bigint, facts boolean[], state text, is_over boolean, masks_answer boolean, late text, reply text,
  turn text
) ${planned} AS $body$
#variable_conflict use_column
DECLARE
  s ${schema}.sessions;
  v_known bigint;
  v_reply text;
  v_last bigint;
  v_last_reply text;
  v_works boolean;
  v_seq bigint;
  v_fence bigint;
  v_status text := 'opened';
  v_facts boolean[];
  v_later text;
  v_later_reply text;
BEGIN
  IF NOT ${isAlive(schema)} THEN
    status := 'stranger';
    RETURN NEXT;
    RETURN;
  END IF;
  -- The push of an end may have overtaken the first one, or be of another session of that id.
  IF p_type = 'initiation' THEN
    UPDATE ${schema}.sessions o SET is_live = false, state = NULL, late = NULL
    WHERE o.key = p_key AND o.is_live AND o.was_ended AND o.turns = 1;
  END IF;
  s := ${schema}.start_session_1(
    p_registration, p_key, p_name_key, p_kind, p_session_id, p_phone, p_phone_key, p_at, p_expiry);

  IF s.turns > 0 THEN
    SELECT t.seq, t.reply INTO v_known, v_reply FROM ${schema}.turns t
    WHERE t.session = s.seq AND t.key = p_turn ORDER BY t.seq DESC LIMIT 1;
    IF s.is_over AND p_sequence IS NULL THEN
      SELECT t.seq, t.reply INTO v_last, v_last_reply FROM ${schema}.turns t
      WHERE t.session = s.seq AND t.key IS NOT NULL ORDER BY t.seq DESC LIMIT 1;
    END IF;
    IF v_known IS NULL AND NOT s.is_over AND EXISTS (
      SELECT FROM ${schema}.turns t
      WHERE t.session = s.seq AND t.key IS NOT NULL AND t.reply IS NOT NULL AND (
        t.sequence > p_sequence OR t.sequence IS NULL AND t.seq > (
          SELECT min(e.seq) FROM ${schema}.turns e WHERE e.session = s.seq AND e.sequence = p_sequence
        )
      )
    ) THEN
      SELECT t.key, t.reply INTO v_later, v_later_reply FROM ${schema}.turns t
      WHERE t.session = s.seq AND t.key IS NOT NULL AND t.reply IS NOT NULL ORDER BY t.seq DESC LIMIT 1;
    END IF;
    v_works := s.work_turn IS NOT NULL AND EXISTS (SELECT FROM ${schema}.instances i WHERE i.id = s.work_owner);
    status := CASE
      WHEN v_known IS NOT NULL AND v_reply IS NULL THEN CASE
        WHEN s.is_over THEN 'over'
        WHEN v_works AND s.work_turn <> v_known THEN 'running'
        WHEN v_works AND s.work_attempt = p_attempt THEN s.work_status
        WHEN v_works THEN 'same'
      END
      WHEN v_reply IS NOT NULL AND (p_sequence IS NOT NULL OR p_is_copy OR v_known = v_last) THEN 'repeated'
      WHEN s.is_over THEN 'over'
      WHEN p_sequence <= s.forgotten_to THEN 'forgotten'
      WHEN v_later IS NOT NULL THEN 'back'
      WHEN v_works AND (SELECT count(*) FROM ${schema}.turns t WHERE t.session = s.seq) >= 64 AND s.work_turn = (
        SELECT min(t.seq) FROM ${schema}.turns t WHERE t.session = s.seq
      ) THEN 'busy'
      WHEN v_works THEN 'running'
    END;
    -- What comes after the end is the last turn from then on.
    IF status = 'over' AND v_last_reply IS NOT NULL THEN
      PERFORM ${schema}.add_turn_1(s, p_turn, NULL, p_type, p_at, p_entered, '', 'ended', 0, NULL, false);
    END IF;
    UPDATE ${schema}.sessions o SET
      last_at = p_at, expiry = p_expiry, ${livesAgain('p_expiry')},
      is_awaited = o.is_awaited OR coalesce(status IN ('running', 'same'), false)
    WHERE o.registration = s.registration AND o.seq = s.seq;
    IF status IS NOT NULL THEN
      fence := s.work_fence;
      facts := s.work_facts;
      state := s.state;
      is_over := s.is_over;
      masks_answer := s.masks_answer;
      late := s.late;
      reply := coalesce(v_later_reply, v_reply);
      turn := v_later;
      RETURN NEXT;
      RETURN;
    END IF;
  END IF;

  v_fence := nextval('${schema}.fence_seq');
  IF v_known IS NOT NULL AND v_reply IS NULL THEN
    v_status := 'interrupted';
    v_seq := v_known;
  ELSE
    v_facts := ARRAY [
      s.turns = 0, s.work_turn IS NOT NULL,
      coalesce(EXISTS (SELECT FROM ${schema}.turns t WHERE t.session = s.seq AND t.sequence = p_sequence), false),
      coalesce(p_sequence - 1 > (
        SELECT max(n.sequence - n.place) + count(*) FROM (
          SELECT t.sequence, row_number() OVER (ORDER BY t.seq) AS place FROM ${schema}.turns t WHERE t.session = s.seq
        ) n
      ), false),
      s.work_turn IS NOT NULL AND NOT s.work_answered
    ];
    s.masks_answer := s.masks_answer OR s.work_turn IS NOT NULL;
    v_seq := ${schema}.add_turn_1(
      s, p_turn, p_sequence, p_type, p_at, p_entered, NULL, NULL, NULL, NULL, false);
  END IF;
  UPDATE ${schema}.sessions o SET
    work_turn = v_seq, work_fence = v_fence, work_owner = p_owner, work_attempt = p_attempt, work_status = v_status,
    work_facts = v_facts, work_answered = false, masks_answer = s.masks_answer
  WHERE o.registration = s.registration AND o.seq = s.seq;
  RETURN QUERY SELECT v_status, v_fence, v_facts, s.state, s.is_over, s.masks_answer, s.late, NULL::text, NULL::text;
END $body$;`

/** Finds the session `s` that a turn, or late work, is to be committed to, with its mark locked. */
const findToCommit = (schema: string, isAnswered: boolean) => `IF p_compares AND ${schema}.end_overtaken_1(
    p_channel, p_key, p_fence, ${isAnswered}, p_sets_state, p_state, p_mark, p_after) THEN RETURN false; END IF;
  IF p_mark IS NOT NULL THEN PERFORM ${schema}.lock_mark_1(p_mark, p_key); END IF;
  s := ${schema}.find_session_1(p_key);
  IF s.seq IS NULL THEN RETURN false; END IF;`

/** Once the session has its state: marks it, and tells those who wait. */
const endCommit = (schema: string) => `IF p_sets_mark OR s.resume_key IS NOT NULL THEN
    PERFORM ${schema}.set_mark_1(
      p_channel, s, v_state, p_sets_mark, p_mark, ${schema}.until_1(p_within), p_is_end);
  END IF;
  IF s.is_awaited THEN PERFORM pg_notify(p_channel, p_key || ' free'); END IF;
  RETURN true;`

const close = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.close_turn_1(
  p_channel text, p_key uuid, p_turn text, p_fence bigint, p_reply text, p_screen text, p_source text,
  p_ms double precision, p_is_fallback boolean, p_sets_state boolean, p_state text, p_is_over boolean,
  p_masks_answer boolean, p_late text, p_goes_on boolean, p_sets_mark boolean, p_mark uuid, p_within double precision,
  p_compares boolean, p_after text, p_is_end boolean
) RETURNS boolean ${planned} AS $body$
DECLARE
  s ${schema}.sessions;
  v_state text;
BEGIN
  ${findToCommit(schema, false)}
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
    ${livesAgain('o.expiry')}
  WHERE o.registration = s.registration AND o.seq = s.seq;
  ${endCommit(schema)}
END $body$;`

const finish = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.finish_work_1(
  p_channel text, p_key uuid, p_fence bigint, p_reply text, p_sets_state boolean, p_state text, p_sets_mark boolean,
  p_mark uuid, p_within double precision, p_compares boolean, p_after text, p_is_end boolean
) RETURNS boolean ${planned} AS $body$
DECLARE
  s ${schema}.sessions;
  v_state text;
BEGIN
  ${findToCommit(schema, true)}
  IF s.work_turn IS NULL OR NOT s.work_answered OR s.work_fence <> p_fence THEN
    RETURN EXISTS (SELECT FROM ${schema}.turns t WHERE t.session = s.seq AND t.finished_with = p_fence);
  END IF;
  UPDATE ${schema}.turns t SET finished_with = p_fence WHERE t.session = s.seq AND t.seq = s.work_turn;
  v_state := CASE WHEN p_sets_state THEN p_state ELSE s.state END;
  UPDATE ${schema}.sessions o SET
    state = v_state, late = p_reply, work_turn = NULL, is_awaited = false,
    ${livesAgain('o.expiry')}
  WHERE o.registration = s.registration AND o.seq = s.seq;
  ${endCommit(schema)}
END $body$;`

const note = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.note_turn_1(
  p_channel text, p_registration text, p_key uuid, p_name_key uuid, p_kind text, p_session_id text, p_phone text,
  p_phone_key text, p_at bigint, p_expiry bigint, p_turn text, p_sequence bigint, p_entered text, p_type text,
  p_reply text, p_screen text, p_source text, p_ms double precision, p_is_fallback boolean, p_is_over boolean
) RETURNS void ${planned} AS $body$
DECLARE
  s ${schema}.sessions;
BEGIN
  s := ${schema}.start_session_1(
    p_registration, p_key, p_name_key, p_kind, p_session_id, p_phone, p_phone_key, p_at, p_expiry);
  IF (p_sequence IS NOT NULL OR s.is_over) AND EXISTS (
    SELECT FROM ${schema}.turns t WHERE t.session = s.seq AND t.key = p_turn
  ) THEN
    RETURN;
  END IF;
  PERFORM ${schema}.add_turn_1(
    s, p_turn, p_sequence, p_type, p_at, p_entered, p_screen, p_source, p_ms, p_reply, p_is_fallback);
  UPDATE ${schema}.sessions o SET
    is_over = o.is_over OR p_is_over,
    was_fenced = o.was_fenced OR p_is_over,
    work_turn = CASE WHEN NOT p_is_over THEN o.work_turn END,
    is_awaited = o.is_awaited AND NOT p_is_over,
    last_at = p_at, expiry = p_expiry, ${livesAgain('p_expiry')}
  WHERE o.registration = s.registration AND o.seq = s.seq;
  IF p_is_over AND (s.is_awaited OR s.work_turn IS NOT NULL) THEN
    PERFORM pg_notify(p_channel, p_key || ' ended');
  END IF;
END $body$;`

/**
 * Nobody can have seen the last screen of a session that its subscriber has left. Where nothing is known of a session but
 * its end, that stops nothing that may run.
 */
const end = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.end_session_1(
  p_channel text, p_registration text, p_key uuid, p_name_key uuid, p_kind text, p_session_id text, p_phone text,
  p_phone_key text, p_at bigint, p_expiry bigint, p_sequence bigint, p_type text
) RETURNS TABLE (is_first boolean, state text) ${planned} AS $body$
#variable_conflict use_column
DECLARE
  s ${schema}.sessions;
BEGIN
  s := ${schema}.start_session_1(
    p_registration, p_key, p_name_key, p_kind, p_session_id, p_phone, p_phone_key, p_at, p_expiry);
  IF NOT s.was_ended THEN
    PERFORM ${schema}.add_turn_1(s, NULL, p_sequence, p_type, p_at, NULL, '', 'ended', 0, NULL, false);
  END IF;
  UPDATE ${schema}.sessions o SET
    is_over = true, was_fenced = o.turns > 1, was_ended = true, work_turn = NULL, is_awaited = false,
    last_at = p_at, expiry = p_expiry, ${livesAgain('p_expiry')}
  WHERE o.registration = s.registration AND o.seq = s.seq;
  IF s.is_awaited OR s.work_turn IS NOT NULL THEN PERFORM pg_notify(p_channel, p_key || ' ended'); END IF;
  UPDATE ${schema}.resumables r SET ended = -1
  WHERE r.key = s.resume_key AND r.session = s.seq AND r.ended IS NOT NULL;
  RETURN QUERY SELECT NOT s.was_ended, s.state;
END $body$;`
