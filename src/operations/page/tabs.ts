import type { Inbox } from '../../admin/inbox.ts'
import { asShown, type InboxFilter } from '../../admin/inbox-query.ts'

/** What the page has a tab for. */
export const tabNames = ['needsReview', 'dead', 'rejected', 'conflict', 'waiting', 'done', 'all'] as const

export type TabName = (typeof tabNames)[number]

/** Which entries a tab has. */
export const tabFilters: Readonly<Record<TabName, InboxFilter>> = {
  needsReview: { needsReview: true },
  dead: { states: 'dead' },
  rejected: { states: 'rejected' },
  conflict: { conflicts: true },
  waiting: { states: ['waiting', 'running'] },
  done: { states: 'done' },
  all: {},
}

/** How many entries a tab has, as far as they were counted. */
export interface TabCount {
  readonly tab: TabName
  readonly count: number
  /** Whether there may be more: counting ended there. */
  readonly isMore: boolean
}

/** How many each tab has. What is kept in all is as dear to count as it is much, and tells nobody anything. */
export async function countTabs(inbox: Inbox): Promise<readonly TabCount[]> {
  return Promise.all(tabNames.filter((tab) => tab !== 'all').map((tab) => countTab(inbox, tab)))
}

/** How many one tab has. */
export async function countTab(inbox: Inbox, tab: TabName): Promise<TabCount> {
  const counts = await inbox.count(asShown(tabFilters[tab]), { most })
  const count = Object.values(counts).reduce((sum, each) => sum + each, 0)
  return { tab, count, isMore: count >= most }
}

const most = 1_000
