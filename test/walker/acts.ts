import type { Look, Offered } from './look.ts'

/** What a caller does next. */
export type Act =
  | { readonly do: 'enter'; readonly text: string }
  /** What the application says that its question takes. */
  | { readonly do: 'good' }
  | { readonly do: 'dial'; readonly message: string }
  /** The line is lost, and they dial the same again. */
  | { readonly do: 'redial' }
  | { readonly do: 'repeat' }
  /** One push twice at once. */
  | { readonly do: 'twice'; readonly text: string }
  | { readonly do: 'both'; readonly text: string; readonly other: string }
  | { readonly do: 'timeout' }
  | { readonly do: 'hangUp' }
  /** An answer after the end. */
  | { readonly do: 'late'; readonly text: string }

/** A class of answers at a screen. */
export interface AnswerClass {
  readonly name: string
  readonly acts: readonly Act[]
  /** It is on the screen, so it must lead somewhere. */
  readonly isDrawn?: true
  /** The same as entering this. */
  readonly sameAs?: string
  /** Leads back to the screen that it began at, perhaps by the PIN. */
  readonly isReturn?: true
}

export const dialled = '*713#'

/** What is drawn, each by what is entered for it. */
export function drawnClasses({ options, ways }: Look): readonly AnswerClass[] {
  return [...options, ...ways].map(({ label, value }) => ({
    name: `drawn ${value} ${label}`,
    acts: [{ do: 'enter', text: value }],
    isDrawn: true,
  }))
}

/** Every other class of answers at a screen. */
export function otherClasses(look: Look, isUssd: boolean): readonly AnswerClass[] {
  const { options } = look
  const ends = new Set([options[0], options[Math.floor(options.length / 2)], options.at(-1)])
  const named = [...ends].flatMap((option) => (option === undefined ? [] : aliases(option, look, isUssd)))
  const first = options[0]?.value ?? '1'
  return [...named, ...wrongClasses, ...pushClasses(first, isUssd)]
}

/** Other ways to enter an option. */
function aliases({ label, value }: Offered, { options }: Look, isUssd: boolean): readonly AnswerClass[] {
  const same = (name: string, text: string): AnswerClass => ({ name, acts: [{ do: 'enter', text }], sameAs: value })
  const isWhole = !label.endsWith('...') && options.filter((option) => option.label === label).length === 1
  const byLabel = isWhole ? [same('label', label), same('label in capitals', label.toUpperCase())] : []
  if (!isUssd) return byLabel
  return [
    ...byLabel,
    same('full-width', inDigits(value, 0xff10)),
    same('Arabic', inDigits(value, 0x660)),
    same('with a point', `${value}.`),
    same('among spaces', `  ${value} `),
    same('among characters that nobody sees', `\u200b\u2060${value}\u200e`),
  ]
}

function inDigits(value: string, zero: number): string {
  return value.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}

const wrongTexts: Readonly<Record<string, string>> = {
  'wrong text': 'xyzzy',
  nothing: '',
  spaces: '   ',
  'too long': 'long '.repeat(200),
  '0': '0',
  '00': '00',
  '99': '99',
  '#': '#',
  '*': '*',
  '*0': '*0',
  unseen: '\u200b\u200e\u2060',
  emoji: '🙂👍🏾',
  negative: '-1',
  large: '99999999999999999999',
  decimal: '5.5',
  fraction: '7',
  letters: 'a',
  one: '1',
  two: '2',
  markup: '<b>{name}</b>\n1. Yes',
  'a wrong PIN': '980000',
  'half a character': '\ud83d',
  'slow pupil': '1007',
  'no register': '1009',
  'code of a nominee': '130',
  'letters of a nominee': 'men',
}

const wrongClasses: readonly AnswerClass[] = [
  ...Object.entries(wrongTexts).map(([name, text]): AnswerClass => ({ name, acts: [{ do: 'enter', text }] })),
  { name: 'wrong three times', acts: Array.from({ length: 3 }, () => ({ do: 'enter', text: 'xyzzy' })) },
]

function pushClasses(first: string, isUssd: boolean): readonly AnswerClass[] {
  const all: readonly AnswerClass[] = [
    { name: 'good', acts: [{ do: 'good' }] },
    { name: 'good, repeated', acts: [{ do: 'good' }, { do: 'repeat' }] },
    { name: 'repeated', acts: [{ do: 'repeat' }] },
    { name: 'answered and repeated', acts: [{ do: 'enter', text: first }, { do: 'repeat' }] },
    { name: 'twice at once', acts: [{ do: 'twice', text: first }] },
    { name: 'two at once', acts: [{ do: 'both', text: first, other: '2' }] },
    { name: 'two at once, back', acts: [{ do: 'both', text: '0', other: first }] },
    { name: 'Timeout', acts: [{ do: 'timeout' }, { do: 'late', text: first }] },
    { name: 'Release', acts: [{ do: 'hangUp' }, { do: 'late', text: first }, { do: 'dial', message: dialled }] },
  ]
  if (!isUssd) return all
  return [
    ...all,
    { name: 'go on', acts: [{ do: 'redial' }, { do: 'enter', text: '1' }], isReturn: true },
    {
      name: 'go on after a Timeout',
      acts: [{ do: 'timeout' }, { do: 'redial' }, { do: 'enter', text: '1' }],
      isReturn: true,
    },
    { name: 'start again', acts: [{ do: 'redial' }, { do: 'enter', text: '2' }] },
    { name: 'redial, nonsense', acts: [{ do: 'redial' }, { do: 'enter', text: 'xyzzy' }, { do: 'enter', text: '0' }] },
    { name: 'dialled through', acts: [{ do: 'dial', message: '*713*1*2#' }] },
    { name: 'dialled far', acts: [{ do: 'dial', message: '*713*1*1*1*1*1*1*1*1#' }] },
    { name: 'dialled nonsense', acts: [{ do: 'dial', message: '*713*xyz*99*0*00#' }] },
  ]
}
