import { ownOptions } from '../own-options.ts'
import { hundredths } from '../pushes/money/amount.ts'
import { nameType } from '../pushes/reading/push-problem.ts'
import { onGrid } from '../replies/checks/amount.ts'
import { describeValue } from '../replies/checks/describe-value.ts'
import { isCleanText } from '../text/clean-text.ts'
import { meantWord } from '../text/nearest-word.ts'
import { ClientFieldError } from './errors.ts'

/** Checks the fields of one request before anything is sent; each refusal names its field. */
export class RequestFields {
  readonly #call: string

  constructor(call: string) {
    this.#call = call
  }

  /** A request is an object, and a name in it that nobody reads is a misspelling. Gives what is its own. @throws ClientFieldError */
  names<Request extends object>(request: Request, known: readonly string[]): Request {
    if (typeof request !== 'object' || request === null || Array.isArray(request)) {
      throw this.fault('the request', 'an object', nameType(request))
    }
    for (const name of Object.keys(request)) {
      if (known.includes(name)) continue
      const nearest = meantWord(name, known, habits)
      const hint = nearest === undefined ? `there are ${known.join(', ')}` : `'${nearest}' may be meant`
      throw this.fault(name.slice(0, 40), `a field that is known (${hint})`, 'none')
    }
    return ownOptions(request)
  }

  /** Text with something in it. @throws ClientFieldError */
  text(field: string, value: unknown, max = longestText): string {
    if (typeof value !== 'string') throw this.fault(field, 'text', nameType(value))
    if (value.trim() === '') throw this.fault(field, 'text with something in it', value === '' ? 'empty' : 'blank')
    if (value.length > max) throw this.fault(field, `at most ${max} characters long`, `${value.length} long`)
    if (!isCleanText(value)) throw this.fault(field, 'well-formed text', 'text with a NUL or half a surrogate pair')
    return value
  }

  /** Text, or undefined where none is given. @throws ClientFieldError */
  optionalText(field: string, value: unknown, max = longestText): string | undefined {
    return value === undefined ? undefined : this.text(field, value, max)
  }

  /** An absolute http or https address. Its text is never shown: such addresses carry secrets. @throws ClientFieldError */
  address(field: string, value: unknown): string {
    const text = this.text(field, value)
    if (webAddress.test(text) && URL.canParse(text)) return text
    throw this.fault(field, 'an absolute http or https address', 'another text')
  }

  /**
   * An amount of money in major currency units. A float tail is taken off; an amount off the grid of hundredths is
   * refused, as guessing at money is worse.
   *
   * @throws ClientFieldError
   */
  amount(field: string, value: unknown): number {
    const amount = onGrid(value, hundredths)
    if (amount !== undefined) return amount
    const expected = 'a number above 0 with at most 2 decimals, in major currency units'
    throw this.fault(field, expected, describeValue(value))
  }

  /** A fault of a field, to be thrown; `received` names a type or a size, never the value. */
  fault(field: string, expected: string, received: string): ClientFieldError {
    return new ClientFieldError(this.#call, { field, expected, received })
  }
}

/** What other services, and people, call what a request here takes. */
const habits: ReadonlyMap<string, string> = new Map([
  ['message', 'content'],
  ['text', 'content'],
  ['body', 'content'],
  ['phone', 'to'],
  ['number', 'to'],
  ['recipient', 'to'],
  ['mobile', 'to'],
  ['sender', 'from'],
  ['source', 'from'],
])

// Far more than any field needs: a whole page given by mistake is not sent.
const longestText = 10_000
const webAddress = /^https?:\/\/[^\s/]\S*$/i
