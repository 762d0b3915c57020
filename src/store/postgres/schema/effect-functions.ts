import { durable } from './durable.ts'

/**
 * Whether an effect may begin. An asking that has the effect in its hands is answered first: its turn may be over since.
 * What a session leaves that is not kept here belongs to none.
 */
export const effectFunctions = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.begin_effect_1(
  p_owner uuid, p_channel text, p_registration text, p_effect uuid, p_attempt text, p_effect_within double precision,
  p_key uuid, p_fence bigint, p_state text, p_sets_mark boolean, p_mark uuid, p_mark_within double precision,
  p_compares boolean, p_after text
) RETURNS TABLE (status text, outcome text) LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET jit = off AS $body$
#variable_conflict use_column
DECLARE
  s ${schema}.sessions;
  e ${schema}.effects;
  v_until bigint := ${schema}.until_1(p_effect_within);
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
      expires_at = clock_timestamp() + o.expiry * interval '1 millisecond',
      swept_from = date_trunc('minute', clock_timestamp() + o.expiry * interval '1 millisecond')
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
  ELSIF EXISTS (SELECT FROM ${schema}.instances i WHERE i.id = e.owner) THEN
    RETURN QUERY SELECT 'running', NULL::text;
  ELSE
    UPDATE ${schema}.effects o SET attempt = p_attempt, told = 'unknown', owner = p_owner WHERE o.key = p_effect;
    RETURN QUERY SELECT 'unknown', NULL::text;
  END IF;
END $body$;`
