import { standsIn } from '../own-words.ts'

/** A session that is open, as far as a script can be held against it. */
export interface JudgedSession {
  readonly sessionId: string
  /** Shortened: nobody has kept more of it. */
  readonly phone: string
  /** What its handler left, as JSON; null where that was nothing. */
  readonly state: string | null
  /** The screen that its subscriber has; null where it is not known, or masked. */
  readonly screen: string | null
}

/** What becomes of an open session where another script goes on with it. */
export type Judgement = Holding | Breaking | Unjudged

/** The script takes the path of the record. */
export interface Holding {
  readonly verdict: 'holds'
  /** Whether the screen would read the same; undefined where nobody can tell. */
  readonly readsTheSame: boolean | undefined
  /** What is on the screen, or follows on the record: `choose Whichsize`, `once order`; undefined where that is the end. */
  readonly at: string | undefined
}

/** The script takes another path than the record, or fails. */
export interface Breaking {
  readonly verdict: 'breaks'
  /** What becomes of the subscriber: the conversation begins anew, or the turn fails. */
  readonly becomes: 'restart' | 'failure'
  /** Which step it is, from 1. */
  readonly step: number
  /** What the record has there: `choose Whichsize`. */
  readonly recorded: string
  /** What the script does there: `ask:whole Howmany`, or the error. */
  readonly found: string
  /** Where that is written: `script (file:///shop.js:12:5)`; undefined where nobody can tell. */
  readonly place: string | undefined
}

/** Nobody can tell. */
export interface Unjudged {
  readonly verdict: 'unjudged'
  readonly why: UnjudgedReason
  /** Up to which step it was looked at, from 1: those before it are as the record has them. */
  readonly step: number
}

/** Why nobody can tell what becomes of a session. */
export type UnjudgedReason =
  /** A sensitive answer was sealed with a secret that this application does not have. */
  | 'sealed'
  /** The script takes its path by the caller's number or network, which no record keeps. */
  | 'caller'
  /** It waits for something that is no step. */
  | 'waits'
  /** It calls the service outside of a step. */
  | 'calls'

/**
 * Whether a screen reads as it was kept: a page that is drawn again may have another space at the end of a line. What is kept has `*`
 * in place of what was typed, also of words that a subscriber typed in vain and that the script has too.
 */
export function readsAs(screen: string, kept: string): boolean {
  return standsIn(plain(screen), plain(kept).split(/\*+/), 1)
}

function plain(screen: string): string {
  return screen.replaceAll(/\s+/g, ' ').trim()
}
