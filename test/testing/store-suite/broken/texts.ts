import type { InboxStore } from '../../../../src/store/inbox-store.ts'
import type { Breakages } from '../break-store.ts'
import { showing } from '../showing.ts'

/** Ways in which a store keeps bytes and texts that must be found out. */
export const brokenTexts: Breakages = {
  'keeps bytes as text': {
    caughtBy: ['payload: every byte there is, as it came', 'payload: what is no text'],
    inbox: (inbox) => ({
      accept: (entry, claim) => {
        const text = new TextDecoder().decode(entry.payload)
        return inbox.accept({ ...entry, payload: new TextEncoder().encode(text) }, claim)
      },
    }),
  },
  'keeps 4 KiB': {
    caughtBy: ['payload: 64 KiB'],
    inbox: (inbox) => ({
      accept: (entry, claim) => inbox.accept({ ...entry, payload: entry.payload.subarray(0, 4_096) }, claim),
    }),
  },
  'keeps the bytes of the last of all': {
    caughtBy: ['payload: many at once keep their own', 'reopened: every entry is as it was'],
    inbox: (inbox) => {
      let payload = new Uint8Array()
      return {
        accept: (entry, claim) => {
          payload = Uint8Array.from(entry.payload)
          return inbox.accept(entry, claim)
        },
        ...showing(inbox, (entry) => ({ ...entry, payload })),
      }
    },
  },
  'keeps the whole of what is part of a buffer': {
    caughtBy: ['payload: a part of a greater one'],
    inbox: (inbox) => ({
      accept: (entry, claim) => inbox.accept({ ...entry, payload: new Uint8Array(entry.payload.buffer) }, claim),
    }),
  },
  'keeps one byte where there is none': {
    caughtBy: ['payload: none'],
    inbox: (inbox) => ({
      accept: (entry, claim) =>
        inbox.accept(entry.payload.length === 0 ? { ...entry, payload: new Uint8Array(1) } : entry, claim),
    }),
  },
  'ends text at a zero': {
    caughtBy: [
      'text: the character that no database text holds',
      'text: the character that no database text holds, in an error, in a note, and in why something was rejected',
      'text: what only looks alike is not the same',
    ],
    inbox: (inbox) => spelling(inbox, (text) => text.split('\u0000')[0] ?? ''),
  },
  'keeps text in small letters': {
    caughtBy: [
      'text: far beyond ASCII',
      'text: far beyond ASCII, in an error, in a note, and in why something was rejected',
    ],
    inbox: (inbox) => spelling(inbox, (text) => text.toLowerCase()),
  },
  'keeps text in ASCII': {
    caughtBy: ['text: far beyond ASCII, in an error, in a note, and in why something was rejected'],
    inbox: (inbox) => spelling(inbox, (text) => text.replaceAll(/[^\0-\x7f]/g, '?')),
  },
  'cuts text off': {
    caughtBy: [
      'text: 200 characters',
      'text: 200 characters, in an error, in a note, and in why something was rejected',
      'text: 200 characters of three bytes each',
      'text: 200 characters of three bytes each, in an error, in a note, and in why something was rejected',
    ],
    inbox: (inbox) => spelling(inbox, (text) => text.slice(0, 150)),
  },
  'keeps text without its marks': {
    caughtBy: [
      'text: quotes and marks of queries',
      'text: quotes and marks of queries, in an error, in a note, and in why something was rejected',
    ],
    inbox: (inbox) => spelling(inbox, (text) => text.replaceAll(/["'\\]/g, '')),
  },
  'keeps text on one line': {
    caughtBy: [
      'text: lines and tabs',
      'text: lines and tabs, in an error, in a note, and in why something was rejected',
    ],
    inbox: (inbox) => spelling(inbox, (text) => text.replaceAll(/\s+/g, ' ')),
  },
  'refuses text that means something to it': {
    caughtBy: [
      'text: what names a prototype',
      'text: what names a prototype, in an error, in a note, and in why something was rejected',
    ],
    inbox: (inbox) => ({
      accept: async (entry, claim) => {
        if (entry.id === '__proto__' || entry.reason === '__proto__') throw new Error('no such column')
        return inbox.accept(entry, claim)
      },
      settle: async (claim, settlement) => {
        if ('attempt' in settlement && settlement.attempt.error === '__proto__') throw new Error('no such column')
        return inbox.settle(claim, settlement)
      },
    }),
  },
  'takes empty text for none': {
    caughtBy: ['text: none', 'text: none, in an error, in a note, and in why something was rejected'],
    inbox: (inbox) => ({
      ...showing(inbox, (entry) => ({
        ...entry,
        reason: entry.reason === '' ? null : entry.reason,
        attempts: entry.attempts.map((attempt) => ({ ...attempt, error: attempt.error === '' ? null : attempt.error })),
        reference: entry.reference === '' ? null : entry.reference,
      })),
    }),
  },
  'refuses half a character': {
    caughtBy: ['text: one with half a character is taken, and known again'],
    inbox: (inbox) => ({
      accept: async (entry, claim) => {
        if (!entry.id.isWellFormed()) throw new Error('invalid byte sequence')
        return inbox.accept(entry, claim)
      },
    }),
  },
  'makes up a reference': {
    caughtBy: ['accept: a new notification is kept as it came, and waits'],
    inbox: (inbox) => showing(inbox, (entry) => ({ ...entry, reference: entry.reference ?? entry.id })),
  },
}

/** An inbox that spells texts in its own way. */
function spelling(inbox: InboxStore, spell: (text: string) => string): Partial<InboxStore> {
  const spelled = (text: string | null) => (text === null ? null : spell(text))
  return {
    accept: (entry, claim) =>
      inbox.accept(
        {
          ...entry,
          id: spell(entry.id),
          identity: spell(entry.identity),
          lane: spell(entry.lane),
          reference: spelled(entry.reference),
          reason: spelled(entry.reason),
        },
        claim,
      ),
    settle: (claim, settlement) =>
      inbox.settle(
        claim,
        'attempt' in settlement
          ? { ...settlement, attempt: { ...settlement.attempt, error: spelled(settlement.attempt.error) } }
          : settlement,
      ),
    get: (registration, id) => inbox.get(registration, spell(id)),
  }
}
