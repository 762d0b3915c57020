/**
 * What is resumed, by spans that the server counts, with the end of sessions. `resumables.ended` is null but for such an
 * end: the epoch ms at which its last screen went out, 0 before that, -1 where the subscriber has left.
 * `resumables.session` is 0 for a state that belongs to no session. Each function adds its part to the decision of step 1.1, in one transaction with it.
 */
export function resumeFunctions(schema: string): string {
  return [column, setMark, until, markEnd, version, isOvertaken, endOvertaken, close, finish, begin, end, seen]
    .map((text) => text(schema))
    .join('\n')
}

const planned = 'LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET jit = off'

const column = (schema: string) => `ALTER TABLE ${schema}.resumables ADD COLUMN IF NOT EXISTS ended bigint;`

/** As in step 1.1, and a mark that is set anew is that of no end. */
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
  ON CONFLICT (key) DO UPDATE
  SET session = excluded.session, state = excluded.state, until = excluded.until, ended = NULL;
END $body$;`

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

/** After a session has committed its end under its mark. Asked again it changes nothing. */
const markEnd = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.mark_end_1(p_key uuid, p_mark uuid) RETURNS void
LANGUAGE plpgsql VOLATILE AS $body$
DECLARE
  v_session bigint;
BEGIN
  SELECT o.seq INTO v_session FROM ${schema}.sessions o WHERE o.key = p_key AND o.is_live;
  UPDATE ${schema}.resumables r SET ended = 0
  WHERE r.key = p_mark AND r.session = v_session AND r.ended IS NULL;
END $body$;`

const close = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.close_turn_3(
  p_channel text, p_key uuid, p_turn text, p_fence bigint, p_reply text, p_screen text, p_source text,
  p_ms double precision, p_is_fallback boolean, p_sets_state boolean, p_state text, p_is_over boolean,
  p_masks_answer boolean, p_late text, p_goes_on boolean, p_sets_mark boolean, p_mark uuid, p_within double precision,
  p_compares boolean, p_after text, p_is_end boolean
) RETURNS boolean ${planned} AS $body$
DECLARE
  v_is_written boolean;
BEGIN
  IF p_compares AND ${schema}.end_overtaken_1(
    p_channel, p_key, p_fence, false, p_sets_state, p_state, p_mark, p_after) THEN RETURN false; END IF;
  v_is_written := ${schema}.close_turn_2(
    p_channel, p_key, p_turn, p_fence, p_reply, p_screen, p_source, p_ms, p_is_fallback, p_sets_state, p_state,
    p_is_over, p_masks_answer, p_late, p_goes_on, p_sets_mark, p_mark, ${schema}.until_1(p_within));
  IF v_is_written AND p_is_end THEN PERFORM ${schema}.mark_end_1(p_key, p_mark); END IF;
  RETURN v_is_written;
END $body$;`

const finish = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.finish_work_3(
  p_channel text, p_key uuid, p_fence bigint, p_reply text, p_sets_state boolean, p_state text, p_sets_mark boolean,
  p_mark uuid, p_within double precision, p_compares boolean, p_after text, p_is_end boolean
) RETURNS boolean ${planned} AS $body$
DECLARE
  v_is_written boolean;
BEGIN
  IF p_compares AND ${schema}.end_overtaken_1(
    p_channel, p_key, p_fence, true, p_sets_state, p_state, p_mark, p_after) THEN RETURN false; END IF;
  v_is_written := ${schema}.finish_work_2(
    p_channel, p_key, p_fence, p_reply, p_sets_state, p_state, p_sets_mark, p_mark, ${schema}.until_1(p_within));
  IF v_is_written AND p_is_end THEN PERFORM ${schema}.mark_end_1(p_key, p_mark); END IF;
  RETURN v_is_written;
END $body$;`

/**
 * What a session leaves that is not kept here belongs to none, and is written before its effect is locked: marks come
 * first for everybody. An asking that has the effect in its hands, and an instance that is taken for dead, change nothing.
 */
const begin = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.begin_effect_2(
  p_owner uuid, p_channel text, p_registration text, p_effect uuid, p_attempt text, p_effect_within double precision,
  p_key uuid, p_fence bigint, p_state text, p_sets_mark boolean, p_mark uuid, p_mark_within double precision,
  p_compares boolean, p_after text
) RETURNS TABLE (status text, outcome text) ${planned} AS $body$
#variable_conflict use_column
DECLARE
  s ${schema}.sessions;
BEGIN
  IF p_mark IS NOT NULL AND NOT EXISTS (
    SELECT FROM ${schema}.effects o WHERE o.key = p_effect AND o.attempt = p_attempt AND o.owner IS NOT NULL
  ) AND EXISTS (
    SELECT FROM ${schema}.instances i WHERE i.id = p_owner AND i.seen_at > clock_timestamp() - interval '8 seconds'
  ) THEN
    IF p_key IS NULL THEN
      s.registration := p_registration;
      s.seq := 0;
      s.resume_key := p_mark;
      PERFORM pg_advisory_xact_lock(hashtext('${schema}.resumables'), hashtext(p_mark::text));
    ELSE
      PERFORM ${schema}.lock_mark_1(p_mark, p_key);
      s := ${schema}.find_session_1(p_key);
    END IF;
    IF p_compares AND (p_key IS NULL OR (s.work_turn IS NOT NULL AND s.work_fence = p_fence))
      AND ${schema}.is_overtaken_1(s.seq, p_mark, p_after, p_state) THEN
      RETURN QUERY SELECT 'overtaken', NULL::text;
      RETURN;
    END IF;
    IF p_key IS NULL THEN
      PERFORM ${schema}.set_mark_1(p_channel, s, p_state, true, p_mark, ${schema}.until_1(p_mark_within));
    END IF;
  END IF;
  RETURN QUERY SELECT b.status, b.outcome FROM ${schema}.begin_effect_1(
    p_owner, p_channel, p_registration, p_effect, p_attempt, ${schema}.until_1(p_effect_within), p_key, p_fence,
    p_state, p_sets_mark, p_mark, ${schema}.until_1(p_mark_within)) b;
END $body$;`

/** Nobody can have seen the last screen of a session that its subscriber has left. */
const end = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.end_session_3(
  p_channel text, p_registration text, p_key uuid, p_name_key uuid, p_kind text, p_session_id text, p_phone text,
  p_phone_key text, p_at bigint, p_expiry bigint, p_sequence bigint, p_type text
) RETURNS TABLE (is_first boolean, state text) ${planned} AS $body$
#variable_conflict use_column
DECLARE
  v_session bigint;
  v_mark uuid;
BEGIN
  RETURN QUERY SELECT e.is_first, e.state FROM ${schema}.end_session_2(
    p_channel, p_registration, p_key, p_name_key, p_kind, p_session_id, p_phone, p_phone_key, p_at, p_expiry,
    p_sequence, p_type) e;
  SELECT o.seq, o.resume_key INTO v_session, v_mark FROM ${schema}.sessions o WHERE o.key = p_key AND o.is_live;
  IF v_mark IS NOT NULL THEN
    UPDATE ${schema}.resumables r SET ended = -1
    WHERE r.key = v_mark AND r.session = v_session AND r.ended IS NOT NULL;
  END IF;
END $body$;`

/** The last screen of a session went out. */
const seen = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.see_end_1(p_key uuid) RETURNS void ${planned} AS $body$
DECLARE
  v_session bigint;
  v_mark uuid;
BEGIN
  SELECT o.seq, o.resume_key INTO v_session, v_mark FROM ${schema}.sessions o WHERE o.key = p_key AND o.is_live;
  UPDATE ${schema}.resumables r SET ended = ${schema}.until_1(0)
  WHERE r.key = v_mark AND r.session = v_session AND r.ended = 0;
END $body$;`
