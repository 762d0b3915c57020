import { isInReview } from '../conditions.ts'
import { durable, isAlive } from './tables.ts'

/**
 * What is decided in one step, in functions: the whole transaction runs in the server, so a process that is killed or
 * cut off never leaves a lock behind. Each statement of such a function sees what was committed before it (that is
 * what READ COMMITTED and VOLATILE mean), so a second one, after the locks, sees what the holder before has done.
 *
 * The number in a name never gets another meaning: a newer version brings new names, and older ones go on beside it.
 *
 * Each row is looked up by its key, in a statement of its own or a LATERAL query with a LIMIT, and what must not exist in
 * a query with a LIMIT too. Where a plan may choose, it reads a whole table that was small when it was analysed, for
 * each group, dead rows and all: an acceptance then cost half as much again.
 */
export function inboxFunctions(schema: string): string {
  return [accept, held, claim, settle, settleAndAccept, wasEnded, beat, leave, unpark]
    .map((text) => text(schema))
    .join('\n')
}

// Whatever statistics say: `active` is empty as a rule when they are taken, and may have 100,000 rows a moment later.
const planned = 'LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off'
// For those that join nothing but what they look up row by row.
const plannedByRow = `${planned} SET enable_hashjoin = off SET enable_mergejoin = off`
// Where no plan has a choice: for a claim alone the server would plan each statement anew, which took half of its time.
const plannedOnce = `${plannedByRow} SET plan_cache_mode = force_generic_plan`

/**
 * Keeps a group. Tells only of rows about which there is something to tell: claimed, known, or in conflict.
 * Identities are taken in one order by everybody, so two groups never wait for each other in a ring. Where somebody else holds one
 * for longer than a commit takes, it fails (55P03): the others of the group don't wait longer for that.
 */
const accept = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.accept_1(
  p_registration text, p_owner uuid, p_keys uuid[], p_ids text[], p_kinds text[], p_rejected boolean[],
  p_identities uuid[], p_spans bigint[], p_fingerprints uuid[], p_lanes text[], p_lane_keys bigint[],
  p_references text[], p_sessions text[], p_conflicts text[], p_received bigint[], p_forms text[], p_payloads bytea[],
  p_reasons text[], p_claims uuid[], p_claim_lanes bigint[], p_phones text[], p_other_phones text[]
) RETURNS TABLE (key uuid, outcome text, id text, state text, seq bigint, fence bigint)
${planned} SET lock_timeout = '500ms' AS $body$
#variable_conflict use_column
DECLARE
  v_locked bigint[] := '{}';
  v_kept uuid[];
  v_seqs bigint[];
  v_fences bigint[];
  v_expired uuid;
BEGIN
  ${durable}
  IF cardinality(p_claims) > 0 AND ${isAlive(schema)} THEN
    SELECT coalesce(array_agg(l.lane), '{}') INTO v_locked
    FROM unnest(p_claim_lanes) l (lane) WHERE pg_try_advisory_xact_lock(l.lane);
  END IF;

  IF EXISTS (SELECT FROM unnest(p_spans) s (span) WHERE s.span IS NOT NULL) THEN
    FOR v_expired IN
      SELECT i.key FROM unnest(p_identities) n (key) CROSS JOIN LATERAL (
        SELECT x.key FROM ${schema}.identities x WHERE x.key = n.key AND x.expires_at <= clock_timestamp() LIMIT 1
      ) i ORDER BY i.key
    LOOP
      DELETE FROM ${schema}.identities i WHERE i.key = v_expired AND i.expires_at <= clock_timestamp();
    END LOOP;
  END IF;

  WITH input AS MATERIALIZED (
    SELECT * FROM unnest(
      p_keys, p_ids, p_kinds, p_rejected, p_identities, p_spans, p_fingerprints, p_lanes, p_lane_keys, p_references,
      p_sessions, p_conflicts, p_received, p_forms, p_payloads, p_reasons, p_phones, p_other_phones
    ) WITH ORDINALITY AS n (
      key, id, kind, rejected, identity, span, fingerprint, lane, lane_key, reference,
      session, conflicts_with, received_at, form, payload, reason, phone, other_phone, ord
    )
  ), fresh AS (
    INSERT INTO ${schema}.identities AS i (key, registration, id, entry, fingerprint, expires_at)
    SELECT n.identity, p_registration, n.id, n.key, n.fingerprint,
      clock_timestamp() + n.span * interval '1 millisecond'
    FROM input n WHERE NOT n.rejected ORDER BY n.identity
    ON CONFLICT (key) DO NOTHING RETURNING i.key
  ), kept AS (
    INSERT INTO ${schema}.entries AS e (registration, key, id, kind, state, lane, lane_key, reference, session,
      conflicts_with, received_at, form, payload, reason, finished_at, phone, other_phone)
    SELECT p_registration, n.key, n.id, n.kind, CASE WHEN n.rejected THEN 'rejected' ELSE 'waiting' END, n.lane,
      n.lane_key, n.reference, n.session, n.conflicts_with, n.received_at, n.form, n.payload,
      n.reason,
      CASE WHEN n.rejected THEN now() END, n.phone, n.other_phone
    FROM input n WHERE n.rejected OR n.identity IN (SELECT f.key FROM fresh f) ORDER BY n.ord
    ON CONFLICT (key) DO NOTHING RETURNING e.seq, e.key, e.lane_key, e.state
  ), put AS (
    INSERT INTO ${schema}.active AS a (registration, seq, lane_key, due_at, owner, fence)
    SELECT p_registration, k.seq, k.lane_key, now(), CASE WHEN k.is_claimed THEN p_owner END,
      CASE WHEN k.is_claimed THEN nextval('${schema}.fence_seq') END
    FROM (
      SELECT kept.*, kept.key = ANY (p_claims) AND kept.lane_key = ANY (v_locked) AND (
        SELECT o.seq FROM ${schema}.active o WHERE o.lane_key = kept.lane_key LIMIT 1
      ) IS NULL AS is_claimed FROM kept WHERE kept.state = 'waiting'
    ) k
    RETURNING a.seq, a.fence
  ), told AS (
    SELECT array_agg(k.key) AS keys, array_agg(k.seq) AS seqs, array_agg(p.fence) AS fences
    FROM kept k LEFT JOIN put p ON p.seq = k.seq
  )
  SELECT told.keys, told.seqs, told.fences INTO v_kept, v_seqs, v_fences FROM told;

  RETURN QUERY SELECT k.key, 'claimed', NULL::text, NULL::text, k.seq, k.fence
    FROM unnest(v_kept, v_seqs, v_fences) k (key, seq, fence) WHERE k.fence IS NOT NULL;

  IF coalesce(cardinality(v_kept), 0) < cardinality(p_keys) THEN
    RETURN QUERY SELECT n.key,
        CASE WHEN n.rejected OR i.fingerprint IS NULL OR i.fingerprint = n.fingerprint
          THEN 'repeated' ELSE 'conflict' END,
        coalesce(i.id, n.id),
        CASE WHEN a.fence IS NOT NULL THEN 'running' ELSE e.state END, NULL::bigint, NULL::bigint
      FROM unnest(p_keys, p_ids, p_identities, p_fingerprints, p_rejected) n (key, id, identity, fingerprint, rejected)
      LEFT JOIN LATERAL (
        SELECT x.* FROM ${schema}.identities x WHERE x.key = n.identity AND NOT n.rejected LIMIT 1
      ) i ON true
      LEFT JOIN LATERAL (SELECT x.* FROM ${schema}.entries x WHERE x.key = coalesce(i.entry, n.key) LIMIT 1) e ON true
      LEFT JOIN LATERAL (
        SELECT x.* FROM ${schema}.active x WHERE x.lane_key = e.lane_key AND x.seq = e.seq LIMIT 1
      ) a ON true
      WHERE n.key <> ALL (coalesce(v_kept, '{}'));
  END IF;
END $body$;`

/**
 * Which of these identities somebody else has locked, or is about to change, to delete or to make. What is made and not committed meets
 * only those who make it too: each that isn't there is made for a moment, alone, and a millisecond's wait is enough to know.
 */
const held = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.held_1(p_keys uuid[]) RETURNS SETOF uuid
${planned} SET lock_timeout = '500ms' AS $body$
DECLARE
  v_key uuid;
BEGIN
  RETURN QUERY WITH free AS MATERIALIZED (
    SELECT i.key FROM ${schema}.identities i WHERE i.key = ANY (p_keys) FOR SHARE SKIP LOCKED
  )
  SELECT i.key FROM ${schema}.identities i WHERE i.key = ANY (p_keys) AND i.key NOT IN (SELECT f.key FROM free f);
  PERFORM set_config('lock_timeout', '1ms', true);
  FOR v_key IN
    SELECT n.key FROM unnest(p_keys) n (key) WHERE NOT EXISTS (SELECT FROM ${schema}.identities i WHERE i.key = n.key)
  LOOP
    BEGIN
      INSERT INTO ${schema}.identities AS i (key, registration, id, entry, fingerprint) VALUES (v_key, '', '', v_key, v_key)
      ON CONFLICT DO NOTHING;
      RAISE 'not to be kept' USING ERRCODE = 'FMW01';
    EXCEPTION
      WHEN lock_not_available THEN RETURN NEXT v_key;
      WHEN SQLSTATE 'FMW01' THEN NULL;
    END;
  END LOOP;
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
  v_fence bigint;
  v_fences bigint[] := '{}';
  v_behind bigint;
  v_parked integer := 0;
  v_passed integer := 0;
BEGIN
  IF NOT ${isAlive(schema)} THEN
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

  SELECT array_agg(h.seq), array_agg(l.lane_key) INTO v_seqs, v_lanes
  FROM unnest(v_locked) l (lane_key)
  CROSS JOIN LATERAL (
    SELECT min(m.seq) AS seq FROM ${schema}.active m WHERE m.lane_key = l.lane_key
  ) first
  CROSS JOIN LATERAL (
    SELECT x.seq FROM ${schema}.active x
    WHERE x.lane_key = l.lane_key AND x.seq = first.seq AND x.fence IS NULL
      AND (x.due_at <= now() OR x.due_at = 'infinity')
    LIMIT 1 FOR UPDATE SKIP LOCKED
  ) h
  WHERE (SELECT r.seq FROM ${schema}.active r WHERE r.lane_key = l.lane_key AND r.fence IS NOT NULL LIMIT 1) IS NULL;

  FOR i IN 1 .. coalesce(cardinality(v_seqs), 0) LOOP
    UPDATE ${schema}.active a SET owner = p_owner, fence = nextval('${schema}.fence_seq'), due_at = now()
    WHERE a.lane_key = v_lanes[i] AND a.seq = v_seqs[i] RETURNING a.fence INTO v_fence;
    v_fences := v_fences || v_fence;
  END LOOP;

  FOREACH v_lane IN ARRAY v_locked LOOP
    FOR v_behind IN
      SELECT p.seq FROM ${schema}.active p
      WHERE p.lane_key = v_lane AND p.fence IS NULL AND p.due_at < 'infinity' AND p.due_at <= now()
        AND (p.seq > (SELECT min(m.seq) FROM ${schema}.active m WHERE m.lane_key = v_lane)
          OR EXISTS (SELECT FROM ${schema}.active r WHERE r.lane_key = v_lane AND r.fence IS NOT NULL))
      ORDER BY p.seq LIMIT 1000 FOR UPDATE SKIP LOCKED
    LOOP
      UPDATE ${schema}.active a SET due_at = 'infinity' WHERE a.lane_key = v_lane AND a.seq = v_behind;
      v_parked := v_parked + 1;
    END LOOP;
  END LOOP;

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
    CROSS JOIN LATERAL (
      SELECT x.* FROM ${schema}.entries x WHERE x.registration = p_registration AND x.seq = c.seq LIMIT 1
    ) e
    ORDER BY array_position(v_locked, c.lane_key);
END $body$;`

/**
 * Ends claims. Locks are taken in one order by everybody, and claiming waits for none, so nothing waits in a ring. Rows are
 * looked up and locked first, and then written by their places, which no longer change: no plan has a choice.
 * Tells which claims were still held, and how many lanes have a next row that is now due. Of a doubtful claim it is
 * not known whether it was settled before: if it was, it counts as held.
 *
 * What an entry waits for stands in its row until it is settled otherwise; the same reason again writes nothing. A claim whose
 * reviews are null leaves its review as it is; with an empty list it settles one that is open.
 */
const settle = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.settle_1(
  p_registration text, p_locks bigint[], p_lane_keys bigint[], p_seqs bigint[], p_fences bigint[], p_outcomes text[],
  p_spans bigint[], p_attempts text[], p_reasons text[], p_doubtful bigint[], p_reviews text[]
) RETURNS TABLE (held bigint[], freed integer) ${plannedOnce} AS $body$
#variable_conflict use_column
DECLARE
  v_held bigint[];
  v_outcomes text[];
  v_spans bigint[];
  v_attempts text[];
  v_reasons text[];
  v_active tid[];
  v_entries tid[];
  v_one record;
  v_freed integer := 0;
BEGIN
  ${durable}
  PERFORM pg_advisory_xact_lock(l.lane) FROM unnest(p_locks) l (lane);

  SELECT array_agg(n.fence), array_agg(n.outcome), array_agg(n.span), array_agg(n.attempts), array_agg(n.reason),
    array_agg(a.at), array_agg(e.at)
  INTO v_held, v_outcomes, v_spans, v_attempts, v_reasons, v_active, v_entries
  FROM unnest(p_lane_keys, p_seqs, p_fences, p_outcomes, p_spans, p_attempts, p_reasons)
    AS n (lane_key, seq, fence, outcome, span, attempts, reason)
  CROSS JOIN LATERAL (
    SELECT x.ctid AS at FROM ${schema}.active x
    WHERE x.lane_key = n.lane_key AND x.seq = n.seq AND x.fence = n.fence LIMIT 1 FOR UPDATE
  ) a
  LEFT JOIN LATERAL (
    SELECT x.ctid AS at FROM ${schema}.entries x
    WHERE x.registration = p_registration AND x.seq = n.seq AND n.outcome <> 'handedBack' LIMIT 1 FOR UPDATE
  ) e ON true
  WHERE n.outcome IN ('done', 'dead', 'rejected', 'waiting', 'handedBack');

  DELETE FROM ${schema}.active a WHERE a.ctid = ANY (ARRAY (
    SELECT c.at FROM unnest(v_active, v_outcomes) c (at, outcome) WHERE c.outcome IN ('done', 'dead', 'rejected')
  ));
  IF v_outcomes && '{waiting,handedBack}' THEN
    UPDATE ${schema}.active a
    SET owner = NULL, fence = NULL, due_at = clock_timestamp() + c.span * interval '1 millisecond'
    FROM unnest(v_active, v_outcomes, v_spans) c (at, outcome, span)
    WHERE c.outcome IN ('waiting', 'handedBack') AND a.ctid = c.at;
  END IF;
  UPDATE ${schema}.entries e SET
    state = c.outcome,
    finished_at = CASE WHEN c.outcome <> 'waiting' THEN clock_timestamp() END,
    swept_from = CASE WHEN c.outcome = 'waiting' THEN e.swept_from ELSE date_trunc('minute', clock_timestamp()) END,
    attempts = coalesce(c.attempts, e.attempts),
    failures = e.failures + CASE WHEN c.outcome IN ('waiting', 'dead') THEN 1 ELSE 0 END,
    reason = c.reason,
    fence = c.fence
  FROM unnest(v_entries, v_outcomes, v_attempts, v_reasons, v_held) c (at, outcome, attempts, reason, fence)
  WHERE e.ctid = c.at;

  IF p_doubtful <> '{}' THEN
    v_held := v_held || ARRAY (
      SELECT e.fence FROM unnest(p_seqs, p_fences) n (seq, fence)
      CROSS JOIN LATERAL (
        SELECT x.fence FROM ${schema}.entries x
        WHERE x.registration = p_registration AND x.seq = n.seq AND x.fence = n.fence LIMIT 1
      ) e
      WHERE n.fence = ANY (p_doubtful) AND n.fence <> ALL (coalesce(v_held, '{}'))
    );
  END IF;

  FOR v_one IN
    SELECT n.seq, n.reason FROM unnest(p_seqs, p_fences, p_outcomes, p_reasons) n (seq, fence, outcome, reason)
    WHERE n.outcome = 'handedBack' AND n.reason IS NOT NULL AND n.fence = ANY (v_held)
  LOOP
    UPDATE ${schema}.entries e SET reason = v_one.reason
    WHERE e.registration = p_registration AND e.seq = v_one.seq AND e.reason IS DISTINCT FROM v_one.reason;
  END LOOP;
  FOR v_one IN
    SELECT n.seq, n.reasons FROM unnest(p_seqs, p_fences, p_reviews) n (seq, fence, reasons)
    WHERE n.reasons IS NOT NULL AND n.fence = ANY (v_held)
  LOOP
    IF v_one.reasons = '[]' THEN
      UPDATE ${schema}.entries e SET review_settled_at = clock_timestamp()
      WHERE e.registration = p_registration AND e.seq = v_one.seq AND ${isInReview};
    ELSE
      UPDATE ${schema}.entries e SET
        review = v_one.reasons,
        review_opened_at = CASE WHEN ${isInReview} THEN e.review_opened_at ELSE clock_timestamp() END,
        review_settled_at = NULL,
        review_settled_by = NULL,
        review_note = NULL
      WHERE e.registration = p_registration AND e.seq = v_one.seq AND (
        e.review IS NULL OR e.review_settled_at IS NULL OR NOT e.review::jsonb @> v_one.reasons::jsonb
      );
    END IF;
  END LOOP;

  FOR v_one IN
    SELECT l.lane_key, h.seq FROM unnest(p_locks) l (lane_key)
    CROSS JOIN LATERAL (
      SELECT m.seq, m.due_at FROM ${schema}.active m WHERE m.lane_key = l.lane_key ORDER BY m.seq LIMIT 1
    ) h
    WHERE h.due_at = 'infinity'
  LOOP
    UPDATE ${schema}.active a SET due_at = now()
    WHERE a.lane_key = v_one.lane_key AND a.seq = v_one.seq AND a.due_at = 'infinity';
    IF FOUND THEN v_freed := v_freed + 1; END IF;
  END LOOP;

  RETURN QUERY SELECT v_held, v_freed;
END $body$;`

/**
 * Ends claims and keeps a group in one commit, as `settle` and `accept` do: half as many commits. Who is to be acknowledged doesn't wait
 * for what somebody else holds of an older entry, so after 100 ms it fails (55P03), and each is asked for alone.
 */
const settleAndAccept = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.settle_and_accept_1(
  p_registration text, p_owner uuid, p_keys uuid[], p_ids text[], p_kinds text[], p_rejected boolean[],
  p_identities uuid[], p_spans bigint[], p_fingerprints uuid[], p_lanes text[], p_lane_keys bigint[],
  p_references text[], p_sessions text[], p_conflicts text[], p_received bigint[], p_forms text[], p_payloads bytea[],
  p_reasons text[], p_claims uuid[], p_claim_lanes bigint[], p_phones text[], p_other_phones text[],
  p_end_locks bigint[], p_end_lanes bigint[], p_end_seqs bigint[], p_end_fences bigint[], p_end_outcomes text[],
  p_end_spans bigint[], p_end_attempts text[], p_end_reasons text[], p_doubtful bigint[], p_end_reviews text[]
) RETURNS TABLE (key uuid, outcome text, id text, state text, seq bigint, fence bigint, held bigint[], freed integer)
${plannedOnce} SET lock_timeout = '100ms' AS $body$
BEGIN
  RETURN QUERY SELECT NULL::uuid, NULL::text, NULL::text, NULL::text, NULL::bigint, NULL::bigint, s.held, s.freed
    FROM ${schema}.settle_1(p_registration, p_end_locks, p_end_lanes, p_end_seqs, p_end_fences, p_end_outcomes,
      p_end_spans, p_end_attempts, p_end_reasons, p_doubtful, p_end_reviews) s;
  IF cardinality(p_keys) > 0 THEN
    RETURN QUERY SELECT a.*, NULL::bigint[], NULL::integer
      FROM ${schema}.accept_1(p_registration, p_owner, p_keys, p_ids, p_kinds, p_rejected, p_identities, p_spans,
        p_fingerprints, p_lanes, p_lane_keys, p_references, p_sessions, p_conflicts, p_received, p_forms, p_payloads,
        p_reasons, p_claims, p_claim_lanes, p_phones, p_other_phones) a;
  END IF;
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
 * the answer with it was lost. Such an answer takes no longer than a third of those seconds. A sign that waits for what somebody else
 * holds ends by itself, and the next one comes soon: else all of them would wait in the server, each on a connection.
 */
const beat = (schema: string) => `
CREATE OR REPLACE FUNCTION ${schema}.beat_1(p_id uuid, p_is_new boolean, p_reaps boolean, p_held bigint[])
RETURNS TABLE (is_alive boolean, others integer, freed integer)
${plannedByRow} SET lock_timeout = '1s' AS $body$
#variable_conflict use_column
DECLARE
  v_alive boolean := true;
  v_orphan record;
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
    FOR v_orphan IN
      SELECT o.lane_key, o.seq FROM ${schema}.active o
      WHERE o.fence IS NOT NULL AND NOT EXISTS (SELECT FROM ${schema}.instances i WHERE i.id = o.owner)
      FOR UPDATE OF o SKIP LOCKED
    LOOP
      UPDATE ${schema}.active a SET owner = NULL, fence = NULL, due_at = now()
      WHERE a.lane_key = v_orphan.lane_key AND a.seq = v_orphan.seq;
      v_freed := v_freed + 1;
    END LOOP;
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
  v_head record;
  v_freed integer := 0;
BEGIN
  FOR i IN 1..p_most LOOP
    SELECT p.lane_key INTO v_lane FROM ${schema}.active p
    WHERE p.registration = p_registration AND p.due_at = 'infinity' AND p.lane_key > v_lane
    ORDER BY p.lane_key LIMIT 1;
    EXIT WHEN v_lane IS NULL;
    v_lanes := v_lanes || v_lane;
  END LOOP;
  FOR v_head IN
    SELECT l.lane_key, h.seq FROM unnest(v_lanes) l (lane_key)
    CROSS JOIN LATERAL (
      SELECT m.seq, m.due_at FROM ${schema}.active m WHERE m.lane_key = l.lane_key ORDER BY m.seq LIMIT 1
    ) h
    WHERE h.due_at = 'infinity' AND (
      SELECT r.seq FROM ${schema}.active r WHERE r.lane_key = l.lane_key AND r.fence IS NOT NULL LIMIT 1
    ) IS NULL
  LOOP
    UPDATE ${schema}.active a SET due_at = now()
    WHERE a.lane_key = v_head.lane_key AND a.seq = v_head.seq AND a.due_at = 'infinity';
    IF FOUND THEN v_freed := v_freed + 1; END IF;
  END LOOP;
  RETURN QUERY SELECT coalesce(v_lane, -9223372036854775808), v_freed;
END $body$;`
