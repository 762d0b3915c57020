import type { StoreSuite, SuiteTest } from '../suite-context.ts'
import { testEffects } from './effects.ts'
import { testEndingSessions, testEndsOfSessions } from './ends-of-sessions.ts'
import { testForgettingSessions, testSessionExpiry } from './forgetting-sessions.ts'
import { testLateResults } from './late-results.ts'
import { testListingSessions } from './listing-sessions.ts'
import { testOpeningTurns } from './opening-turns.ts'
import { testOvertakenSessions } from './overtaken-sessions.ts'
import { testResuming } from './resuming.ts'
import { testClosingTurns, testSurvivingSessions } from './surviving-sessions.ts'
import { testTranscripts } from './transcripts.ts'
import { testTurnFences } from './turn-fences.ts'
import { testTurnNotes } from './turn-notes.ts'
import { testWatchingSessions } from './watching-sessions.ts'

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
