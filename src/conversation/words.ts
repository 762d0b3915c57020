import { defaultScreens, richScreens } from '../turns/screens.ts'

/**
 * The conversation's own texts. Replace any of them in the option `words`, or in the script with `talk.speak`, for a
 * language that the subscriber chose. `{min}`, `{max}` and `{decimals}` are the limits of the question. `{example}` is
 * an answer that fits.
 *
 * @example
 * const twi: Partial<Words> = { back: 'San', more: 'Toa so', whole: 'Nnoma nko, te se {example}.' }
 */
export interface Words {
  readonly back: string
  readonly home: string
  readonly more: string
  readonly yes: string
  readonly no: string
  /** Under a text that is only shown. */
  readonly next: string
  /** The answer is none of the choices. */
  readonly choice: string
  /** Nothing was entered. */
  readonly nothing: string
  readonly tooShort: string
  readonly tooLong: string
  /** The text is not of the form that was asked for. */
  readonly form: string
  /** The same where its question has an example. */
  readonly formLike: string
  readonly whole: string
  readonly decimal: string
  readonly decimals: string
  /** The number may be thousands or decimals, such as `1,500` or `1.500`. */
  readonly decimalMark: string
  readonly tooSmall: string
  readonly tooLarge: string
  readonly phone: string
  readonly email: string
  readonly date: string
  readonly tooEarly: string
  readonly tooLate: string
  /** The question's own check refused the answer and said nothing. */
  readonly refused: string
  /** The last screen, when a question was answered wrongly too often. */
  readonly tooOften: string
  /** Asks whether to continue an earlier session. */
  readonly resume: string
  /** The same, if the script called `talk.about`: `{about}`. */
  readonly resumeAbout: string
  readonly goOn: string
  readonly startAgain: string
  /** Above the first question, if the script has changed since the session began. */
  readonly changed: string
  /** Above the first question, if the payment that the session was about to ask for has its notice by now. */
  readonly paymentOver: string
  /** Above a question that is asked again because it has changed since it was shown, or because its screen is lost. */
  readonly again: string
  /** The last screen, if the outcome of an effect isn't known. */
  readonly unknown: string
  /** On the last of several pages of a `talk.pay`: `{amount}`, without a currency. */
  readonly toPay: string
  /** Replaces the `waiting` screen of the registration. */
  readonly waiting: string
  /** Replaces its `failed` screen. */
  readonly failed: string
  /** The same, if the script certainly did nothing and asked for no payment. */
  readonly nothingPaid: string
  /** Replaces its `busy` screen. */
  readonly busy: string
  /** Replaces its `ended` screen. */
  readonly ended: string
  /** Replaces its `paused` screen: somebody has stopped the kind. */
  readonly paused: string
  /** The amount is of another currency than the question asks for. */
  readonly otherCurrency: string
  /** Under the text of a list of several pages that letters narrow. */
  readonly find: string
  /** Nothing in such a list begins with what was entered. */
  readonly notFound: string
  /** Beside the key for help, where the conversation has one. */
  readonly help: string
}

/**
 * The conversation's own texts in English, which are the default. Use them in `talk.speak` to return from another
 * language.
 *
 * @example
 * talk.speak(language === 'fr' ? frenchWords : englishWords)
 */
export const englishWords: Words = Object.freeze({
  back: 'Back',
  home: 'Menu',
  more: 'More',
  yes: 'Yes',
  no: 'No',
  next: 'Continue',
  choice: 'Reply with a number from the list.',
  nothing: 'Please type your answer.',
  tooShort: 'Too short: at least {min} characters.',
  tooLong: 'Too long: at most {max} characters.',
  form: 'That does not look right.',
  formLike: 'Please write it like {example}.',
  whole: 'Numbers only, such as {example}.',
  decimal: 'Numbers only, such as {example}.',
  decimals: 'Decimals: {decimals}, such as {example}.',
  decimalMark: 'Please write it like 1500 or 1.5.',
  tooSmall: 'Please enter {min} or more.',
  tooLarge: 'Please enter {max} or less.',
  phone: 'Phone number, such as {example}.',
  email: 'E-mail address, such as {example}.',
  date: 'Date, such as {example}.',
  tooEarly: 'Please enter {min} or later.',
  tooLate: 'Please enter {max} or earlier.',
  refused: 'Please check it and enter it again.',
  tooOften: 'Too many tries. Please dial again.',
  resume: 'You did not finish. Continue?',
  resumeAbout: '{about}: continue?',
  goOn: 'Continue',
  startAgain: 'Start again',
  changed: 'Our menu has changed. Please start again.',
  paymentOver: 'Your last payment has ended.',
  again: 'The price or list has changed. Please check.',
  unknown: 'We could not confirm your last request. Please do not repeat it: we will let you know.',
  toPay: 'To pay: {amount}',
  waiting: defaultScreens.waiting,
  failed: defaultScreens.failed,
  nothingPaid: 'Sorry, something went wrong. Nothing was paid. Please dial again.',
  busy: defaultScreens.busy,
  ended: defaultScreens.ended,
  paused: defaultScreens.paused,
  otherCurrency: 'In our currency, such as {example}.',
  find: 'Or type the first letters.',
  notFound: 'Nothing found. Type other letters.',
  help: 'Help',
})

/** What is said otherwise where nothing is dialled and nothing numbered: in a web store, an app or at a till. */
export const richWords: Words = Object.freeze({
  ...englishWords,
  choice: 'Please choose one of these.',
  tooOften: 'Too many tries. Please start again.',
  nothingPaid: 'Sorry, something went wrong. Nothing was paid. Please start again.',
  ended: richScreens.ended,
})

/** The screens that are drawn beside a script, while it works or when it is gone. */
export type SpokenWords = Partial<Pick<Words, 'waiting' | 'failed' | 'busy' | 'ended' | 'paused'>>

/** Those of some words: what was not said is that of the registration. */
export function screensIn(words: Partial<Words>): SpokenWords {
  return only(words, screens)
}

/** What is said where the script has not spoken yet: a whole language would be kept with every screen. */
export function wordsBeside(words: Partial<Words>): Partial<Words> {
  return only(words, beside)
}

function only(words: Partial<Words>, names: ReadonlySet<string>): Partial<Words> {
  return Object.fromEntries(Object.entries(words).filter(([name]) => names.has(name)))
}

const screens: ReadonlySet<string> = new Set(['waiting', 'failed', 'busy', 'ended', 'paused'])
const beside: ReadonlySet<string> = new Set([
  ...screens,
  'nothingPaid',
  'back',
  'home',
  'more',
  'choice',
  'tooOften',
  'resume',
  'resumeAbout',
  'goOn',
  'startAgain',
])
