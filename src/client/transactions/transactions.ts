import { maxIdentifierLength } from '../../pushes/reading/field-reader.ts'
import { buildRequest, type ServiceCall } from '../build-request.ts'
import { callService } from '../call-service.ts'
import type { CallOptions, ClientSettings } from '../client-options.ts'
import type { Refusal } from '../errors.ts'
import { judgeSales } from '../judge-sales.ts'
import type { ServiceAnswer } from '../read-answer.ts'
import { RequestFields } from '../request-fields.ts'
import { readTransactions } from './read-transactions.ts'
import type { TransactionAnswer, TransactionQuestion } from './transaction.ts'

/**
 * The status of payments (reference 4.2); `client.transactions`.
 *
 * @example
 * ```ts
 * const { outcome, why } = await client.transactions.status({ clientReference: 'order-17' })
 * ```
 */
export class Transactions {
  readonly #settings: ClientSettings

  /** Made by `MerchantClient`. */
  constructor(settings: ClientSettings) {
    this.#settings = settings
  }

  /**
   * Asks for the status of a payment. It changes nothing, so the client retries it if the service couldn't answer.
   *
   * @throws ClientFieldError without an identifier
   * @throws FMW_CLIENT_OPTION without `paths.transactionStatus`, which the reference does not show
   * @throws ServiceCallError if the service refuses, can't be reached or can't be understood: the status is then not
   * known
   */
  async status(question: TransactionQuestion, options?: CallOptions): Promise<TransactionAnswer> {
    return await callService(this.#settings, this.#callOf(question), options)
  }

  /**
   * Throws at once what `status` would throw because of the client's own settings. Call it at start, so that mistakes
   * show early.
   *
   * @param question with the identifiers that you will ask by. Default: every identifier
   * @throws FMW_CLIENT_OPTION; ClientFieldError where the path names what the question has not
   */
  checkSettings(question: TransactionQuestion = everyIdentifier): void {
    buildRequest(this.#settings, this.#callOf(question))
  }

  #callOf(question: TransactionQuestion): ServiceCall<TransactionAnswer> {
    const { merchantAccountNumber, ...identifiers } = readQuestion(question)
    const account = merchantAccountNumber ?? this.#settings.merchantAccountNumber
    const given = Object.entries(identifiers).filter((entry) => entry[1] !== undefined)
    const fills = { ...Object.fromEntries(given), ...(account === undefined ? {} : { merchantAccountNumber: account }) }
    return {
      name: 'transactions.status',
      method: 'GET',
      path: 'transactionStatus',
      fills,
      query: this.#queryOf(identifiers),
      auth: 'basic',
      isRepeatable: true,
      judge: (answer) => judgeQuestion(answer, this.#settings),
      read: (answer) => readTransactions(answer, identifiers, this.#settings),
    }
  }

  /** What stands in the path is not said again. */
  #queryOf(identifiers: Identifiers): Record<string, string | undefined> {
    const { paths, statusParameters } = this.#settings
    const path = paths.get('transactionStatus') ?? ''
    const names = identifierNames.filter((name) => !path.includes(`{${name}}`))
    return Object.fromEntries(names.map((name) => [statusParameters[name], identifiers[name]]))
  }
}

/** An answer that refuses by nothing but the status that is set is one: that there is no record. */
function judgeQuestion(answer: ServiceAnswer, { noRecordStatus }: ClientSettings): Refusal | null {
  const refusal = judgeSales(answer)
  const isByStatus = refusal?.code === 'FMW_CALL_REFUSED' && refusal.serviceCode === null
  return isByStatus && answer.status === noRecordStatus ? null : refusal
}

const fields = new RequestFields('transactions.status')

const identifierNames = ['clientReference', 'checkoutId', 'networkTransactionId', 'serviceTransactionId'] as const

const everyIdentifier: TransactionQuestion = Object.fromEntries(identifierNames.map((name) => [name, 'x']))

type Identifiers = Pick<TransactionQuestion, (typeof identifierNames)[number]>

function readQuestion(given: TransactionQuestion): TransactionQuestion {
  const question = fields.names(given, [...identifierNames, 'merchantAccountNumber'])
  const read = (name: keyof TransactionQuestion) => fields.optionalText(name, question[name], maxIdentifierLength)
  const checked = {
    clientReference: read('clientReference'),
    checkoutId: read('checkoutId'),
    networkTransactionId: read('networkTransactionId'),
    serviceTransactionId: read('serviceTransactionId'),
    merchantAccountNumber: read('merchantAccountNumber'),
  }
  if (identifierNames.some((name) => checked[name] !== undefined)) return checked
  throw fields.fault('clientReference', `given, or one of ${identifierNames.slice(1).join(', ')}`, 'missing')
}
