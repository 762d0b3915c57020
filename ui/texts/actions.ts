import { log } from './log.ts'

/** What is done with a row: sent again, edited, pinned, compared, copied. */
export const actions = {
  resend: 'Send again',
  ways: { again: log.resent, twice: 'Twice', late: 'Late', forged: 'Forged', otherCasing: 'Casing' },
  waysLong: {
    again: 'Send the same bytes again',
    twice: 'Send the same bytes twice at once',
    late: 'Send again after its limit: a turn in 8 s, a notification in 6 min',
    forged: 'Send a success, without the right secret or signature',
    otherCasing: 'Send every name in another casing',
  },
  sentAgain: (way: string, status: number | null) => `${way}: sent, answered with ${status ?? 'nothing'}.`,
  sentEdited: (status: number | null) => `Edited push: sent, answered with ${status ?? 'nothing'}.`,
  askForgery: 'This sends your app a forged push: a success, a wrong secret. Do it again to send it.',
  forge: 'Send the forgery',
  held: {
    goesOut: (span: string) => `Delayed. It goes out in ${span}.`,
    goesOutNow: 'It was delayed, and goes out now.',
    came: 'It was delayed, and came later.',
    move: (span: string) => `Move the time by ${span}`,
  },
  pin: 'Pin',
  unpin: 'Unpin',
  compare: {
    none: 'Nothing to compare yet.',
    noneNext: 'Pin one row, then choose the other.',
    title: (one: number, other: number, count: number) =>
      `Row ${one} and row ${other}: ${count === 0 ? 'nothing differs' : count === 1 ? '1 difference' : `${count} differences`}`,
    whole: 'Show equal fields too',
    field: 'Field',
    absent: 'absent',
    parts: {
      went: 'How it went',
      push: 'Request',
      headers: 'Headers of the request',
      read: 'As the plugin reads it',
      reply: 'Reply',
    },
  },
  edit: 'Edit',
  editor: {
    title: (id: number) => `Edit row ${id} and send it`,
    address: 'Address',
    sendAs: 'Send',
    startOver: 'Start over',
    ways: {
      again: 'as written',
      twice: 'twice at once',
      late: 'after its limit: a turn in 8 s, a notification in 6 min',
      forged: 'forged: a success, a wrong secret',
      otherCasing: 'with names in another casing',
    },
    notJson: 'From here on this isn’t JSON. Is a comma, a quote or a bracket missing?',
    inLine: (line: number, remark: string) => `Line ${line}: ${remark}`,
    more: (count: number) => `${count} more`,
    otherType: (field: string, types: readonly string[], found: string) =>
      `${field}: expected ${types.join(' or ')}, got ${found}.`,
    missing: (names: readonly string[]) =>
      `Missing: ${names.join(', ')}. You can send it without, to see what your app does.`,
    unknownName: (name: string) => `${name} isn’t in the reference. Your app may ignore it.`,
  },
  curl: 'curl',
  fixture: 'Fixture',
  curlCopied: 'Copied as a curl command.',
  fixtureCopied: 'Copied as a fixture. Phone numbers are replaced.',
}
