import { isTaken, type LogRow } from '../log/row.ts'
import type { Service } from '../service.ts'
import type { WireFields } from '../wire/names.ts'
import type { Bill } from '../world/bill.ts'
import type { Transaction } from '../world/transaction.ts'
import { fieldsOf } from './notice-fields.ts'

/** Tells the application what became of a payment. */
export class Notices {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  /** Sends the notice to each address that gets it. @returns what was sent and answered */
  async tell(bill: Bill, transaction: Transaction): Promise<readonly LogRow[]> {
    const { callbackAddresses } = this.#service.settings.money
    const fields = fieldsOf[bill.source](bill, transaction, this.#service)
    const { callbackUrl, primaryCallbackUrl, secondaryCallbackUrl } = bill
    if (callbackAddresses === 'one') return [await this.#send(bill, fields, callbackUrl)]
    if (callbackAddresses === 'all') {
      const named = [primaryCallbackUrl, secondaryCallbackUrl].filter((url) => url !== null)
      return Promise.all([...new Set([callbackUrl, ...named])].map((url) => this.#send(bill, fields, url)))
    }
    const first = await this.#send(bill, fields, primaryCallbackUrl ?? callbackUrl)
    if (isTaken(first.response) || secondaryCallbackUrl === null) return [first]
    return [first, await this.#send(bill, fields, secondaryCallbackUrl)]
  }

  /** The customer has paid all the same: where nobody could be told, the log says why. */
  #send(bill: Bill, fields: WireFields, url: string | null): Promise<LogRow> {
    const { id: billId, reference, sessionId, mobile, source: kind } = bill
    const about = {
      billId,
      reference: reference ?? undefined,
      sessionId: sessionId ?? undefined,
      mobile: mobile ?? undefined,
    }
    return this.#service.sender.tell({ kind, fields, url, about })
  }
}
