import { plannedByRow } from './inbox-functions.ts'

/**
 * Reviews: why a person should look at an entry, who has, and when. `review` has the reasons, a list as JSON; null for
 * the many that nobody needs to look at.
 *
 * `settle_2` ends claims as `settle_1` does, which older processes call, and writes their reviews in the same
 * transaction. A claim whose reasons are null leaves its review as it is; with an empty list it settles one that is open.
 */
export function reviews(schema: string): string {
  return `ALTER TABLE ${schema}.entries
  ADD COLUMN IF NOT EXISTS review text,
  ADD COLUMN IF NOT EXISTS review_opened_at timestamptz,
  ADD COLUMN IF NOT EXISTS review_settled_at timestamptz,
  ADD COLUMN IF NOT EXISTS review_settled_by text,
  ADD COLUMN IF NOT EXISTS review_note text;
CREATE INDEX IF NOT EXISTS entries_reviewed ON ${schema}.entries (registration, seq)
  WHERE review IS NOT NULL AND review_settled_at IS NULL;

CREATE OR REPLACE FUNCTION ${schema}.settle_2(
  p_registration text, p_locks bigint[], p_lane_keys bigint[], p_seqs bigint[], p_fences bigint[], p_outcomes text[],
  p_spans bigint[], p_attempts text[], p_reasons text[], p_doubtful bigint[], p_reviews text[]
) RETURNS TABLE (held bigint[], freed integer) ${plannedByRow} AS $body$
#variable_conflict use_column
DECLARE
  v_held bigint[];
  v_freed integer;
  v_claim record;
BEGIN
  SELECT s.held, s.freed INTO v_held, v_freed FROM ${schema}.settle_1(
    p_registration, p_locks, p_lane_keys, p_seqs, p_fences, p_outcomes, p_spans, p_attempts, p_reasons, p_doubtful
  ) s;
  FOR v_claim IN
    SELECT * FROM unnest(p_seqs, p_fences, p_reviews) AS n (seq, fence, reasons)
    WHERE n.reasons IS NOT NULL AND n.fence = ANY (v_held)
  LOOP
    IF v_claim.reasons = '[]' THEN
      UPDATE ${schema}.entries e SET review_settled_at = clock_timestamp()
      WHERE e.registration = p_registration AND e.seq = v_claim.seq
        AND e.review IS NOT NULL AND e.review_settled_at IS NULL;
    ELSE
      UPDATE ${schema}.entries e SET
        review = v_claim.reasons,
        review_opened_at = CASE
          WHEN e.review IS NOT NULL AND e.review_settled_at IS NULL THEN e.review_opened_at ELSE clock_timestamp()
        END,
        review_settled_at = NULL,
        review_settled_by = NULL,
        review_note = NULL
      WHERE e.registration = p_registration AND e.seq = v_claim.seq AND (
        e.review IS NULL OR e.review_settled_at IS NULL OR NOT e.review::jsonb @> v_claim.reasons::jsonb
      );
    END IF;
  END LOOP;
  RETURN QUERY SELECT v_held, v_freed;
END $body$;`
}

/** Whether the review of an entry `e` is open, as its index has it. */
export const isInReview = 'e.review IS NOT NULL AND e.review_settled_at IS NULL'
