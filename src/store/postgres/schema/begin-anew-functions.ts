/**
 * An initiation begins a session anew of which nothing is known but its end, and such an end stops nothing that may run:
 * the push of the end may have overtaken the first one, or be of another session of that id.
 */
export function beginAnewFunctions(schema: string): string {
  return [open, end].map((text) => text(schema)).join('\n')
}

const planned = 'LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET jit = off'

const open = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.open_turn_2(
  p_owner uuid, p_registration text, p_key uuid, p_name_key uuid, p_kind text, p_session_id text, p_phone text,
  p_phone_key text, p_at bigint, p_expiry bigint, p_turn text, p_sequence bigint, p_attempt text, p_is_copy boolean,
  p_entered text, p_type text
) RETURNS TABLE (
  status text, fence bigint, facts boolean[], state text, is_over boolean, masks_answer boolean, late text, reply text
) ${planned} AS $body$
BEGIN
  IF p_type = 'initiation' THEN
    UPDATE ${schema}.sessions o SET is_live = false, state = NULL, late = NULL
    WHERE o.key = p_key AND o.is_live AND o.was_ended AND o.turns = 1;
  END IF;
  RETURN QUERY SELECT * FROM ${schema}.open_turn_1(
    p_owner, p_registration, p_key, p_name_key, p_kind, p_session_id, p_phone, p_phone_key, p_at, p_expiry, p_turn,
    p_sequence, p_attempt, p_is_copy, p_entered, p_type);
END $body$;`

const end = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.end_session_2(
  p_channel text, p_registration text, p_key uuid, p_name_key uuid, p_kind text, p_session_id text, p_phone text,
  p_phone_key text, p_at bigint, p_expiry bigint, p_sequence bigint, p_type text
) RETURNS TABLE (is_first boolean, state text) ${planned} AS $body$
BEGIN
  RETURN QUERY SELECT * FROM ${schema}.end_session_1(
    p_channel, p_registration, p_key, p_name_key, p_kind, p_session_id, p_phone, p_phone_key, p_at, p_expiry,
    p_sequence, p_type);
  UPDATE ${schema}.sessions o SET was_fenced = false
  WHERE o.key = p_key AND o.is_live AND o.was_fenced AND o.was_ended AND o.turns = 1;
END $body$;`
