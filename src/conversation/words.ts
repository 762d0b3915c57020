/**
 * What the conversation itself says: the rest is the script's. Replace any of them, per conversation or, for a language
 * that the subscriber chose, from within the script with `talk.speak`. `{min}`, `{max}` and `{decimals}` stand for the
 * limits of the question, and in `date` `{example}` for a date as it reads one.
 *
 * @example
 * const french: Partial<Words> = { back: 'Retour', home: 'Accueil', more: 'Suite', whole: 'Entrez un nombre entier.' }
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
  readonly whole: string
  readonly decimal: string
  readonly decimals: string
  /** Of one mark and three digits, such as `1,500`: thousands, or decimals? */
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
  /** Asked when an earlier session can be gone on with. */
  readonly resume: string
  readonly goOn: string
  readonly startAgain: string
  /** Above the first question, when the script is not the one that the session began with. */
  readonly changed: string
  /** Above a question that has changed since it was shown, or of which nobody knows what was shown: it is asked again. */
  readonly again: string
  /** The last screen, when nobody can say whether an effect happened. */
  readonly unknown: string
}

export const defaultWords: Words = Object.freeze({
  back: 'Back',
  home: 'Home',
  more: 'More',
  yes: 'Yes',
  no: 'No',
  next: 'Continue',
  choice: 'Please choose one of these.',
  nothing: 'Please enter something.',
  tooShort: 'Please enter {min} characters or more.',
  tooLong: 'Please enter {max} characters or fewer.',
  form: 'That does not look right.',
  whole: 'Please enter a whole number.',
  decimal: 'Please enter a number.',
  decimals: 'At most {decimals} decimals, please.',
  decimalMark: 'Please enter it without a comma, such as 1500 or 1.5.',
  tooSmall: 'Please enter {min} or more.',
  tooLarge: 'Please enter {max} or less.',
  phone: 'Please enter a phone number.',
  email: 'Please enter an e-mail address.',
  date: 'Please enter a date, such as {example}.',
  tooEarly: 'Please enter {min} or later.',
  tooLate: 'Please enter {max} or earlier.',
  refused: 'Please try another answer.',
  tooOften: 'Too many wrong answers. Please dial again.',
  resume: 'Go on where you stopped?',
  goOn: 'Continue',
  startAgain: 'Start again',
  changed: 'This service has changed. Please begin again.',
  again: 'This has changed. Please check it.',
  unknown: 'We could not confirm your last request. Please do not repeat it: we will let you know.',
})
