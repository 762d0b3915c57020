import { testAccepting } from './inbox/accepting.ts'
import { testBeside } from './inbox/beside.ts'
import { testBytesAndTexts } from './inbox/bytes-and-texts.ts'
import { testClaiming, testClaimingWithAcceptance } from './inbox/claiming.ts'
import { testClosing } from './inbox/closing.ts'
import { testConflicts } from './inbox/conflicts.ts'
import { testForgettingEntries, testIdentityWindows } from './inbox/forgetting-entries.ts'
import { testListing, testLooking } from './inbox/listing.ts'
import { testRegistrationsApart } from './inbox/registrations-apart.ts'
import { testRejectedEntries, testSpoiledEntries } from './inbox/rejected-entries.ts'
import { testRedriving, testReplaying } from './inbox/replaying.ts'
import { testRewriting } from './inbox/rewriting.ts'
import { testSettling } from './inbox/settling.ts'
import { testSurviving } from './inbox/surviving.ts'
import { testTellingOfWork } from './inbox/telling-of-work.ts'
import type { StoreSuite, SuiteTest } from './suite-context.ts'

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
