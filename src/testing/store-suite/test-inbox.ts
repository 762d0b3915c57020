import { testAccepting } from './accepting.ts'
import type { BenchTest } from './bench.ts'
import { testBeside } from './beside.ts'
import { testBytesAndTexts } from './bytes-and-texts.ts'
import { testClaiming } from './claiming.ts'
import { testClaimingWithAcceptance } from './claiming-with-acceptance.ts'
import { testClosing } from './closing.ts'
import { testConflicts } from './conflicts.ts'
import { testForgettingEntries } from './forgetting-entries.ts'
import { testIdentityWindows } from './identity-windows.ts'
import { testListing } from './listing.ts'
import { testLooking } from './looking.ts'
import { testRedriving } from './redriving.ts'
import { testRegistrationsApart } from './registrations-apart.ts'
import { testRejectedEntries } from './rejected-entries.ts'
import { testReplaying } from './replaying.ts'
import { testSettling } from './settling.ts'
import { testSpoiledEntries } from './spoiled-entries.ts'
import { testSurviving } from './surviving.ts'
import { testTellingOfWork } from './telling-of-work.ts'
import type { StoreSuite } from './test-store.ts'

/** Everything that an inbox promises. */
export function testInbox(test: BenchTest, { beside, reopen, spoil }: Omit<StoreSuite, 'test' | 'open'>): void {
  testAccepting(test)
  testClaimingWithAcceptance(test)
  testConflicts(test)
  testIdentityWindows(test)
  testRejectedEntries(test)
  testClaiming(test)
  testSettling(test)
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
