import type { StoreSuite, SuiteTest } from './suite-context.ts'
import { testEffects } from './turns/effects.ts'
import { testEndingSessions, testEndsOfSessions } from './turns/ends-of-sessions.ts'
import { testForgettingSessions, testSessionExpiry } from './turns/forgetting-sessions.ts'
import { testLateResults } from './turns/late-results.ts'
import { testListingSessions } from './turns/listing-sessions.ts'
import { testOpeningTurns } from './turns/opening-turns.ts'
import { testOvertakenSessions } from './turns/overtaken-sessions.ts'
import { testResuming } from './turns/resuming.ts'
import { testClosingTurns, testSurvivingSessions } from './turns/surviving-sessions.ts'
import { testTranscripts } from './turns/transcripts.ts'
import { testTurnFences } from './turns/turn-fences.ts'
import { testTurnNotes } from './turns/turn-notes.ts'
import { testWatchingSessions } from './turns/watching-sessions.ts'

/** Everything that sessions and their turns are promised. */
export function testTurns(test: SuiteTest, { beside, reopen }: Omit<StoreSuite, 'test' | 'open'>): void {
  testOpeningTurns(test)
  testTurnFences(test)
  testLateResults(test)
  testTurnNotes(test)
  testEndingSessions(test)
  testSessionExpiry(test)
  testTranscripts(test)
  testListingSessions(test)
  testForgettingSessions(test)
  testClosingTurns(test)
  testEffects(test)
  testResuming(test)
  testEndsOfSessions(test)
  testOvertakenSessions(test)
  if (beside !== undefined) testWatchingSessions(test, beside)
  if (reopen !== undefined) testSurvivingSessions(test, reopen)
}
