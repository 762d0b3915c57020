import { testAccepting, testRejectedEntries, testSpoiledEntries } from './inbox/accepting.ts'
import { testBacklog } from './inbox/backlog.ts'
import { testBeside } from './inbox/beside.ts'
import { testBytesAndTexts } from './inbox/bytes-and-texts.ts'
import { testClaiming, testClaimingWithAcceptance } from './inbox/claiming.ts'
import { testConflicts } from './inbox/conflicts.ts'
import { testErasing } from './inbox/erasing.ts'
import { testForgettingEntries, testIdentityWindows } from './inbox/forgetting-entries.ts'
import { testListing, testLooking } from './inbox/listing.ts'
import { testRegistrationsApart } from './inbox/registrations-apart.ts'
import { testRedriving, testReplaying } from './inbox/replaying.ts'
import { testReviewing } from './inbox/reviewing.ts'
import { testRewriting, testSettling } from './inbox/settling.ts'
import { testClosing, testSurviving } from './inbox/surviving.ts'
import { testTellingOfWork } from './inbox/telling-of-work.ts'
import { testStops, testStopsBeside, testSurvivingStops } from './stops.ts'
import { type StoreSuite, withContext } from './suite-context.ts'
import { testSurvivingTrail, testTrail } from './trail.ts'
import { testEffects } from './turns/effects.ts'
import { testEndingSessions, testEndsOfSessions } from './turns/ends-of-sessions.ts'
import { testForgettingSessions, testSessionExpiry } from './turns/forgetting-sessions.ts'
import { testLateResults, testTurnNotes } from './turns/late-results.ts'
import { testListingSessions, testOpenSessions, testTranscripts } from './turns/listing-sessions.ts'
import { testOpeningTurns } from './turns/opening-turns.ts'
import { testOvertakenSessions } from './turns/overtaken-sessions.ts'
import { testResuming } from './turns/resuming.ts'
import { testClosingTurns, testSurvivingSessions } from './turns/surviving-sessions.ts'
import { testTurnFences } from './turns/turn-fences.ts'
import { testWatchingSessions } from './turns/watching-sessions.ts'

/**
 * Declares the tests that every store must pass: the contract of `Store`, sentence by sentence. It works with any test
 * runner. A failed test throws an `AssertionError`.
 *
 * @example
 * import { test } from 'node:test'
 * import { testStore } from 'fastify-merchant-webhooks/testing'
 *
 * testStore({
 *   test,
 *   open: () => ledgerStore(newDirectory()),
 *   reopen: (store) => ledgerStore(store.directory),
 * })
 */
export function testStore(suite: StoreSuite): void {
  const { beside, reopen, spoil } = suite
  const test = withContext(suite)
  testAccepting(test)
  testClaimingWithAcceptance(test)
  testConflicts(test)
  testIdentityWindows(test)
  testRejectedEntries(test)
  testClaiming(test)
  testSettling(test)
  testRewriting(test)
  testTellingOfWork(test)
  testReplaying(test)
  testRedriving(test)
  testReviewing(test)
  testListing(test)
  testBacklog(test)
  testForgettingEntries(test)
  testErasing(test)
  testBytesAndTexts(test)
  testRegistrationsApart(test)
  testClosing(test)
  testLooking(test)
  testOpeningTurns(test)
  testTurnFences(test)
  testLateResults(test)
  testTurnNotes(test)
  testEndingSessions(test)
  testSessionExpiry(test)
  testTranscripts(test)
  testListingSessions(test)
  testOpenSessions(test)
  testForgettingSessions(test)
  testClosingTurns(test)
  testEffects(test)
  testResuming(test)
  testEndsOfSessions(test)
  testOvertakenSessions(test)
  testTrail(test)
  testStops(test)
  if (spoil !== undefined) testSpoiledEntries(test, spoil)
  if (beside !== undefined) {
    testBeside(test, beside)
    testWatchingSessions(test, beside)
    testStopsBeside(test, beside)
  }
  if (reopen !== undefined) {
    testSurviving(test)
    testSurvivingSessions(test)
    testSurvivingTrail(test)
    testSurvivingStops(test)
  }
}
