import type { StoreSuite, SuiteTest } from '../suite-context.ts'
import { testAccepting } from './accepting.ts'
import { testBeside } from './beside.ts'
import { testBytesAndTexts } from './bytes-and-texts.ts'
import { testClaiming, testClaimingWithAcceptance } from './claiming.ts'
import { testClosing } from './closing.ts'
import { testConflicts } from './conflicts.ts'
import { testForgettingEntries, testIdentityWindows } from './forgetting-entries.ts'
import { testListing, testLooking } from './listing.ts'
import { testRegistrationsApart } from './registrations-apart.ts'
import { testRejectedEntries, testSpoiledEntries } from './rejected-entries.ts'
import { testRedriving, testReplaying } from './replaying.ts'
import { testRewriting } from './rewriting.ts'
import { testSettling } from './settling.ts'
import { testSurviving } from './surviving.ts'
import { testTellingOfWork } from './telling-of-work.ts'

/** Everything that an inbox promises. */
export function testInbox(test: SuiteTest, { beside, reopen, spoil }: Omit<StoreSuite, 'test' | 'open'>): void {
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
  testListing(test)
  testForgettingEntries(test)
  testBytesAndTexts(test)
  testRegistrationsApart(test)
  testClosing(test)
  testLooking(test)
  if (beside !== undefined) testBeside(test, beside)
  if (reopen !== undefined) testSurviving(test, reopen)
  if (spoil !== undefined) testSpoiledEntries(test, spoil)
}
