import { plannedByRow } from './inbox-functions.ts'

/**
 * What an entry waits for: `settle_3` ends claims as `settle_2` does, and keeps the reasons of those that are put off. They
 * stand in `entries.reason` until the entry is settled otherwise, which writes its row anyway. The same reason again
 * writes nothing.
 */
export function waits(schema: string): string {
  return `CREATE OR REPLACE FUNCTION ${schema}.settle_3(
  p_registration text, p_locks bigint[], p_lane_keys bigint[], p_seqs bigint[], p_fences bigint[], p_outcomes text[],
  p_spans bigint[], p_attempts text[], p_reasons text[], p_doubtful bigint[], p_reviews text[]
) RETURNS TABLE (held bigint[], freed integer) ${plannedByRow} AS $body$
#variable_conflict use_column
DECLARE
  v_held bigint[];
  v_freed integer;
  v_claim record;
BEGIN
  SELECT s.held, s.freed INTO v_held, v_freed FROM ${schema}.settle_2(
    p_registration, p_locks, p_lane_keys, p_seqs, p_fences, p_outcomes, p_spans, p_attempts, p_reasons, p_doubtful,
    p_reviews
  ) s;
  FOR v_claim IN
    SELECT * FROM unnest(p_seqs, p_fences, p_outcomes, p_reasons) AS n (seq, fence, outcome, reason)
    WHERE n.outcome = 'handedBack' AND n.reason IS NOT NULL AND n.fence = ANY (v_held)
  LOOP
    UPDATE ${schema}.entries e SET reason = v_claim.reason
    WHERE e.registration = p_registration AND e.seq = v_claim.seq AND e.reason IS DISTINCT FROM v_claim.reason;
  END LOOP;
  RETURN QUERY SELECT v_held, v_freed;
END $body$;`
}
