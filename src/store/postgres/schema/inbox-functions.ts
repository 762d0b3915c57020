import { durable } from './durable.ts'

/**
 * What is decided in one step, in functions: the whole transaction runs in the server, so a process that is killed or
 * cut off never leaves a lock behind. Each statement of such a function sees what was committed before it (that is
 * what READ COMMITTED and VOLATILE mean), so a second one, after the locks, sees what the holder before has done.
 *
 * The number in a name never gets another meaning: a newer version brings new names, and older ones go on beside it.
 */
export function inboxFunctions(schema: string): string {
  return [accept, claim, settle, wasEnded, beat, leave, unpark].map((text) => text(schema)).join('\n')
}

// Plans are kept from when the tables were empty, and must not change with what statistics say at that moment.
const planned = 'LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off'
// For those that look up each of their rows by an index.
const plannedByRow = `${planned} SET enable_hashjoin = off SET enable_mergejoin = off`

/**
 * Keeps a group. Tells only of rows about which there is something to tell: claimed, known, or in conflict.
 * Identities are taken in one order by everybody, so two groups never wait for each other in a ring.
 */
const accept = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.accept_1(
  p_registration text, p_owner uuid, p_keys uuid[], p_ids text[], p_kinds text[], p_rejected boolean[],
  p_identities uuid[], p_spans bigint[], p_fingerprints uuid[], p_lanes text[], p_lane_keys bigint[],
  p_references text[], p_conflicts text[], p_received bigint[], p_forms text[], p_payloads text[], p_reasons text[],
  p_claims uuid[], p_claim_lanes bigint[]
) RETURNS TABLE (key uuid, outcome text, id text, state text, seq bigint, fence bigint)
${planned} AS $body$
#variable_conflict use_column
DECLARE
  v_lane bigint;
  v_locked bigint[] := '{}';
  v_kept uuid[];
BEGIN
  ${durable}
  IF cardinality(p_claims) > 0 AND EXISTS (
    SELECT FROM ${schema}.instances i WHERE i.id = p_owner AND i.seen_at > clock_timestamp() - interval '8 seconds'
  ) THEN
    FOREACH v_lane IN ARRAY p_claim_lanes LOOP
      IF pg_try_advisory_xact_lock(v_lane) THEN v_locked := v_locked || v_lane; END IF;
    END LOOP;
  END IF;

  IF EXISTS (SELECT FROM unnest(p_spans) s (span) WHERE s.span IS NOT NULL) THEN
    DELETE FROM ${schema}.identities WHERE identities.key IN (
      SELECT i.key FROM ${schema}.identities i
      WHERE i.key = ANY (p_identities) AND i.expires_at <= clock_timestamp() ORDER BY i.key FOR UPDATE
    );
  END IF;

  WITH input AS MATERIALIZED (
    SELECT * FROM unnest(
      p_keys, p_ids, p_kinds, p_rejected, p_identities, p_spans, p_fingerprints, p_lanes, p_lane_keys, p_references,
      p_conflicts, p_received, p_forms, p_payloads, p_reasons
    ) WITH ORDINALITY AS n (
      key, id, kind, rejected, identity, span, fingerprint, lane, lane_key, reference,
      conflicts_with, received_at, form, payload, reason, ord
    )
  ), fresh AS (
    INSERT INTO ${schema}.identities AS i (key, registration, id, entry, fingerprint, expires_at)
    SELECT n.identity, p_registration, n.id, n.key, n.fingerprint,
      clock_timestamp() + n.span * interval '1 millisecond'
    FROM input n WHERE NOT n.rejected ORDER BY n.identity
    ON CONFLICT (key) DO NOTHING RETURNING i.key
  ), kept AS (
    INSERT INTO ${schema}.entries AS e (registration, key, id, kind, state, lane, lane_key, reference, conflicts_with,
      received_at, form, payload, reason, finished_at)
    SELECT p_registration, n.key, n.id, n.kind, CASE WHEN n.rejected THEN 'rejected' ELSE 'waiting' END, n.lane,
      n.lane_key, n.reference, n.conflicts_with, n.received_at, n.form, decode(n.payload, 'base64'), n.reason,
      CASE WHEN n.rejected THEN now() END
    FROM input n WHERE n.rejected OR n.identity IN (SELECT f.key FROM fresh f) ORDER BY n.ord
    ON CONFLICT (key) DO NOTHING RETURNING e.seq, e.key, e.lane_key, e.state
  ), put AS (
    INSERT INTO ${schema}.active AS a (registration, seq, lane_key, due_at, owner, fence)
    SELECT p_registration, k.seq, k.lane_key, now(), CASE WHEN k.is_claimed THEN p_owner END,
      CASE WHEN k.is_claimed THEN nextval('${schema}.fence_seq') END
    FROM (
      SELECT kept.*, kept.key = ANY (p_claims) AND kept.lane_key = ANY (v_locked) AND NOT EXISTS (
        SELECT FROM ${schema}.active o WHERE o.lane_key = kept.lane_key
      ) AS is_claimed FROM kept WHERE kept.state = 'waiting'
    ) k
    RETURNING a.seq, a.fence
  ), told AS (
    SELECT array_agg(k.key) AS keys FROM kept k
  )
  SELECT told.keys INTO v_kept FROM told;

  IF v_locked <> '{}' THEN
    RETURN QUERY SELECT e.key, 'claimed', e.id, e.state, a.seq, a.fence
      FROM unnest(v_kept) k (key)
      JOIN ${schema}.entries e ON e.key = k.key
      JOIN ${schema}.active a ON a.lane_key = e.lane_key AND a.seq = e.seq
      WHERE k.key = ANY (p_claims) AND a.fence IS NOT NULL;
  END IF;

  IF coalesce(cardinality(v_kept), 0) < cardinality(p_keys) THEN
    RETURN QUERY SELECT n.key,
        CASE WHEN n.rejected OR i.fingerprint IS NULL OR i.fingerprint = n.fingerprint
          THEN 'repeated' ELSE 'conflict' END,
        coalesce(i.id, n.id),
        CASE WHEN a.fence IS NOT NULL THEN 'running' ELSE e.state END, NULL::bigint, NULL::bigint
      FROM unnest(p_keys, p_ids, p_identities, p_fingerprints, p_rejected) n (key, id, identity, fingerprint, rejected)
      LEFT JOIN ${schema}.identities i ON i.key = n.identity AND NOT n.rejected
      LEFT JOIN ${schema}.entries e ON e.key = coalesce(i.entry, n.key)
      LEFT JOIN ${schema}.active a ON a.lane_key = e.lane_key AND a.seq = e.seq
      WHERE NOT EXISTS (SELECT FROM unnest(v_kept) k (key) WHERE k.key = n.key);
  END IF;
END $body$;`

/**
 * Claims heads of lanes. A row that is due is a candidate; whoever has the lock of its lane looks whether it is the
 * head, claims that, and parks what stands behind it. One row at least tells how many were parked and passed over.
 */
const claim = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.claim_1(p_registration text, p_owner uuid, p_most integer)
RETURNS TABLE (
  is_alive boolean, parked integer, passed integer, seq bigint, lane_key bigint, fence bigint, id text, kind text,
  lane text, reference text, conflicts_with text, received_at bigint, form text, payload text, replay boolean,
  attempts text, failures integer
) ${plannedByRow} AS $body$
#variable_conflict use_column
DECLARE
  v_lane bigint;
  v_seen bigint[] := '{}';
  v_locked bigint[] := '{}';
  v_seqs bigint[];
  v_lanes bigint[];
  v_fences bigint[];
  v_parked integer := 0;
  v_passed integer := 0;
BEGIN
  IF NOT EXISTS (
    SELECT FROM ${schema}.instances i WHERE i.id = p_owner AND i.seen_at > clock_timestamp() - interval '8 seconds'
  ) THEN
    is_alive := false;
    RETURN NEXT;
    RETURN;
  END IF;

  FOR v_lane IN
    SELECT c.lane_key FROM ${schema}.active c
    WHERE c.registration = p_registration AND c.fence IS NULL AND c.due_at < 'infinity' AND c.due_at <= now()
    ORDER BY c.due_at, c.seq LIMIT 32 + 4 * p_most
  LOOP
    CONTINUE WHEN v_lane = ANY (v_seen);
    v_seen := v_seen || v_lane;
    IF pg_try_advisory_xact_lock(v_lane) THEN
      v_locked := v_locked || v_lane;
      EXIT WHEN cardinality(v_locked) >= p_most;
    ELSE
      v_passed := v_passed + 1;
    END IF;
  END LOOP;

  WITH heads AS MATERIALIZED (
    SELECT h.lane_key, h.seq
    FROM unnest(v_locked) l (lane_key)
    CROSS JOIN LATERAL (
      SELECT min(m.seq) AS seq FROM ${schema}.active m WHERE m.lane_key = l.lane_key
    ) first
    JOIN ${schema}.active h ON h.lane_key = l.lane_key AND h.seq = first.seq
    WHERE h.fence IS NULL AND (h.due_at <= now() OR h.due_at = 'infinity')
      AND NOT EXISTS (SELECT FROM ${schema}.active r WHERE r.lane_key = l.lane_key AND r.fence IS NOT NULL)
    FOR UPDATE OF h SKIP LOCKED
  ), claimed AS (
    UPDATE ${schema}.active a SET owner = p_owner, fence = nextval('${schema}.fence_seq'), due_at = now()
    FROM heads WHERE a.lane_key = heads.lane_key AND a.seq = heads.seq
    RETURNING a.seq, a.lane_key, a.fence
  )
  SELECT array_agg(c.seq), array_agg(c.lane_key), array_agg(c.fence) INTO v_seqs, v_lanes, v_fences FROM claimed c;

  WITH behind AS MATERIALIZED (
    SELECT b.lane_key, b.seq
    FROM unnest(v_locked) l (lane_key)
    CROSS JOIN LATERAL (
      SELECT p.lane_key, p.seq FROM ${schema}.active p
      WHERE p.lane_key = l.lane_key AND p.fence IS NULL AND p.due_at < 'infinity' AND p.due_at <= now()
        AND (p.seq > (SELECT min(m.seq) FROM ${schema}.active m WHERE m.lane_key = l.lane_key)
          OR EXISTS (SELECT FROM ${schema}.active r WHERE r.lane_key = l.lane_key AND r.fence IS NOT NULL))
      ORDER BY p.seq LIMIT 1000 FOR UPDATE SKIP LOCKED
    ) b
  )
  UPDATE ${schema}.active a SET due_at = 'infinity' FROM behind
  WHERE a.lane_key = behind.lane_key AND a.seq = behind.seq;
  GET DIAGNOSTICS v_parked = ROW_COUNT;

  IF v_seqs IS NULL THEN
    is_alive := true;
    parked := v_parked;
    passed := v_passed;
    RETURN NEXT;
    RETURN;
  END IF;
  RETURN QUERY SELECT true, v_parked, v_passed, e.seq, c.lane_key, c.fence, e.id, e.kind, e.lane, e.reference,
      e.conflicts_with, e.received_at, e.form, encode(e.payload, 'base64'), e.replay, e.attempts, e.failures
    FROM unnest(v_seqs, v_lanes, v_fences) c (seq, lane_key, fence)
    JOIN ${schema}.entries e ON e.registration = p_registration AND e.seq = c.seq
    ORDER BY array_position(v_locked, c.lane_key);
END $body$;`

/**
 * Ends claims. Locks are taken in one order by everybody, and claiming waits for none, so nothing waits in a ring.
 * Tells which claims were still held, and how many lanes have a next row that is now due. Of a doubtful claim it is
 * not known whether it was settled before: if it was, it counts as held.
 */
const settle = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.settle_1(
  p_registration text, p_locks bigint[], p_lane_keys bigint[], p_seqs bigint[], p_fences bigint[], p_outcomes text[],
  p_spans bigint[], p_attempts text[], p_reasons text[], p_doubtful bigint[]
) RETURNS TABLE (held bigint[], freed integer) ${plannedByRow} AS $body$
#variable_conflict use_column
DECLARE
  v_lane bigint;
  v_held bigint[];
  v_freed integer;
BEGIN
  ${durable}
  FOREACH v_lane IN ARRAY p_locks LOOP
    PERFORM pg_advisory_xact_lock(v_lane);
  END LOOP;

  WITH input AS MATERIALIZED (
    SELECT * FROM unnest(p_lane_keys, p_seqs, p_fences, p_outcomes, p_spans, p_attempts, p_reasons)
      AS n (lane_key, seq, fence, outcome, span, attempts, reason)
  ), ended AS (
    DELETE FROM ${schema}.active a USING input n
    WHERE n.outcome IN ('done', 'dead', 'rejected')
      AND a.lane_key = n.lane_key AND a.seq = n.seq AND a.fence = n.fence
    RETURNING n.*
  ), again AS (
    UPDATE ${schema}.active a
    SET owner = NULL, fence = NULL, due_at = clock_timestamp() + n.span * interval '1 millisecond'
    FROM input n
    WHERE n.outcome IN ('waiting', 'handedBack')
      AND a.lane_key = n.lane_key AND a.seq = n.seq AND a.fence = n.fence
    RETURNING n.*
  ), held AS (
    SELECT * FROM ended UNION ALL SELECT * FROM again
  ), told AS (
    UPDATE ${schema}.entries e SET
      state = h.outcome,
      finished_at = CASE WHEN h.outcome <> 'waiting' THEN clock_timestamp() END,
      attempts = coalesce(h.attempts, e.attempts),
      failures = e.failures + CASE WHEN h.outcome IN ('waiting', 'dead') THEN 1 ELSE 0 END,
      reason = h.reason,
      fence = h.fence
    FROM held h
    WHERE h.outcome <> 'handedBack' AND e.registration = p_registration AND e.seq = h.seq
  )
  SELECT array_agg(h.fence) INTO v_held FROM held h;

  IF p_doubtful <> '{}' THEN
    v_held := v_held || ARRAY (
      SELECT e.fence FROM unnest(p_seqs, p_fences) n (seq, fence)
      JOIN ${schema}.entries e ON e.registration = p_registration AND e.seq = n.seq AND e.fence = n.fence
      WHERE n.fence = ANY (p_doubtful) AND n.fence <> ALL (coalesce(v_held, '{}'))
    );
  END IF;

  UPDATE ${schema}.active a SET due_at = now()
  FROM (
    SELECT l.lane_key, (SELECT min(m.seq) FROM ${schema}.active m WHERE m.lane_key = l.lane_key) AS seq
    FROM unnest(p_locks) l (lane_key)
  ) next
  WHERE a.lane_key = next.lane_key AND a.seq = next.seq AND a.due_at = 'infinity';
  GET DIAGNOSTICS v_freed = ROW_COUNT;

  RETURN QUERY SELECT v_held, v_freed;
END $body$;`

/**
 * Whether the claim was ended with its entry done. The lock waits for a transaction that may still be committing: after
 * it there is no doubt any more.
 */
const wasEnded = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.was_ended_1(p_registration text, p_lane_key bigint, p_seq bigint, p_fence bigint)
RETURNS boolean ${plannedByRow} AS $body$
BEGIN
  PERFORM pg_advisory_xact_lock(p_lane_key);
  RETURN EXISTS (
    SELECT FROM ${schema}.entries e
    WHERE e.registration = p_registration AND e.seq = p_seq AND e.fence = p_fence AND e.state = 'done'
  );
END $body$;`

/**
 * A sign of life. With \`p_reaps\` instances that gave none for ten seconds end, and what they had claimed is free.
 * A claim whose owner is not there at all is freed too, and so is one of the caller's own that it does not know of:
 * the answer with it was lost. Such an answer takes no longer than a third of those seconds.
 */
const beat = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.beat_1(p_id uuid, p_is_new boolean, p_reaps boolean, p_held bigint[])
RETURNS TABLE (is_alive boolean, others integer, freed integer) ${plannedByRow} AS $body$
#variable_conflict use_column
DECLARE
  v_alive boolean := true;
  v_freed integer := 0;
BEGIN
  IF p_is_new THEN
    INSERT INTO ${schema}.instances (id, seen_at) VALUES (p_id, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp();
  ELSE
    UPDATE ${schema}.instances i SET seen_at = clock_timestamp() WHERE i.id = p_id;
    v_alive := FOUND;
  END IF;
  IF p_reaps THEN
    DELETE FROM ${schema}.instances i USING (
      SELECT d.id FROM ${schema}.instances d
      WHERE d.seen_at < clock_timestamp() - interval '10 seconds' FOR UPDATE SKIP LOCKED
    ) dead WHERE i.id = dead.id;
    UPDATE ${schema}.active a SET owner = NULL, fence = NULL, due_at = now()
    FROM (
      SELECT o.lane_key, o.seq FROM ${schema}.active o
      WHERE o.fence IS NOT NULL AND NOT EXISTS (SELECT FROM ${schema}.instances i WHERE i.id = o.owner)
      FOR UPDATE OF o SKIP LOCKED
    ) orphan WHERE a.lane_key = orphan.lane_key AND a.seq = orphan.seq;
    GET DIAGNOSTICS v_freed = ROW_COUNT;
  END IF;
  UPDATE ${schema}.active SET owner = NULL, fence = NULL, due_at = now()
  WHERE fence IS NOT NULL AND owner = p_id AND fence <> ALL (p_held)
    AND due_at < clock_timestamp() - interval '15 seconds';
  RETURN QUERY SELECT v_alive, (SELECT count(*)::integer - 1 FROM ${schema}.instances), v_freed;
END $body$;`

/** The instance ends; what it still holds is free at once. */
const leave = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.leave_1(p_id uuid) RETURNS void ${plannedByRow} AS $body$
BEGIN
  DELETE FROM ${schema}.instances i WHERE i.id = p_id;
  UPDATE ${schema}.active SET owner = NULL, fence = NULL, due_at = now() WHERE fence IS NOT NULL AND owner = p_id;
END $body$;`

/**
 * The net under the lanes: looks at lanes with parked rows, a few at a time and again from the first after the last, for
 * one in which nothing is left that would free them. There should be none. Making a row due is always harmless: whoever finds it looks again.
 */
const unpark = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.unpark_1(p_registration text, p_after bigint, p_most integer)
RETURNS TABLE (last_lane bigint, freed integer) ${plannedByRow} AS $body$
#variable_conflict use_column
DECLARE
  v_lane bigint := p_after;
  v_lanes bigint[] := '{}';
  v_freed integer := 0;
BEGIN
  FOR i IN 1..p_most LOOP
    SELECT p.lane_key INTO v_lane FROM ${schema}.active p
    WHERE p.registration = p_registration AND p.due_at = 'infinity' AND p.lane_key > v_lane
    ORDER BY p.lane_key LIMIT 1;
    EXIT WHEN v_lane IS NULL;
    v_lanes := v_lanes || v_lane;
  END LOOP;
  UPDATE ${schema}.active a SET due_at = now()
  FROM (
    SELECT l.lane_key, (SELECT min(m.seq) FROM ${schema}.active m WHERE m.lane_key = l.lane_key) AS seq
    FROM unnest(v_lanes) l (lane_key)
    WHERE NOT EXISTS (SELECT FROM ${schema}.active r WHERE r.lane_key = l.lane_key AND r.fence IS NOT NULL)
  ) head
  WHERE a.lane_key = head.lane_key AND a.seq = head.seq AND a.due_at = 'infinity';
  GET DIAGNOSTICS v_freed = ROW_COUNT;
  RETURN QUERY SELECT coalesce(v_lane, -9223372036854775808), v_freed;
END $body$;`
