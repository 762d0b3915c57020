import type { Application } from './application.ts'
import { bundles } from './bundles.ts'
import { marketPrices } from './prices.ts'
import { savings } from './savings.ts'
import { schoolFees } from './school-fees.ts'
import { smallMenus } from './small-menus.ts'
import { voting } from './voting.ts'

/** The applications that are walked. */
export const applications: readonly Application[] = [bundles, schoolFees, savings, voting, marketPrices, smallMenus]
