/**
 * The server's clock as it was seen last. All that waits, is held or expires counts on it, so that machines need not
 * agree on the time; where somebody sets it back, all that waits would wait for the difference, and what a process held
 * that has died would stay its own. So whoever sees it first moves all that by the difference, in one transaction.
 */
export function timeFunctions(schema: string): string {
  return `
CREATE TABLE IF NOT EXISTS ${schema}.clock (single boolean PRIMARY KEY DEFAULT true CHECK (single), seen_at timestamptz NOT NULL);
INSERT INTO ${schema}.clock (seen_at) VALUES (clock_timestamp()) ON CONFLICT DO NOTHING;

CREATE OR REPLACE FUNCTION ${schema}.tell_time_1() RETURNS double precision LANGUAGE plpgsql VOLATILE AS $body$
DECLARE
  v_now timestamptz := clock_timestamp();
  v_back interval;
BEGIN
  SELECT c.seen_at - v_now INTO v_back FROM ${schema}.clock c;
  -- Nearly always it is a few seconds behind: then it is written, by one of those who see it.
  IF v_back < interval '-1 second' THEN
    UPDATE ${schema}.clock c SET seen_at = v_now WHERE c.seen_at = (
      SELECT o.seen_at FROM ${schema}.clock o FOR UPDATE SKIP LOCKED
    );
  ELSIF v_back > interval '2 seconds' THEN
    SELECT c.seen_at - v_now INTO v_back FROM ${schema}.clock c FOR UPDATE;
    IF v_back > interval '2 seconds' THEN
      UPDATE ${schema}.clock SET seen_at = v_now;
      UPDATE ${schema}.instances i SET seen_at = i.seen_at - v_back WHERE i.seen_at > v_now;
      UPDATE ${schema}.active a SET due_at = greatest(a.due_at - v_back, v_now)
      WHERE a.due_at > v_now AND a.due_at < 'infinity';
      UPDATE ${schema}.sessions s
      SET expires_at = s.expires_at - v_back, swept_from = date_trunc('minute', s.expires_at - v_back)
      WHERE s.expires_at > v_now;
      UPDATE ${schema}.identities i SET accepted_at = i.accepted_at - v_back, expires_at = i.expires_at - v_back
      WHERE i.accepted_at > v_now;
      UPDATE ${schema}.entries e
      SET finished_at = e.finished_at - v_back, swept_from = date_trunc('minute', e.finished_at - v_back)
      WHERE e.finished_at > v_now;
    END IF;
  END IF;
  RETURN extract(epoch FROM v_now) * 1000;
END $body$;`
}
