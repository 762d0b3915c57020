import { limits } from '../../../catalogue/limits.ts'
import type { Call } from '../../api/call.ts'
import type { CallAnswer, Endpoint } from '../../api/endpoint.ts'
import type { Service } from '../../service.ts'
import { isWebAddress } from '../../wire/lines/line.ts'
import type { Bill } from '../../world/world.ts'
import { mostExact, toHundredths } from '../bills/amount.ts'
import type { AskedInvoice, Bills } from '../bills/bills.ts'
import { pagePathOf } from '../page/views.ts'
import { refused, unauthorised } from './answers.ts'

/** Takes invoices, at both paths of the reference (4.1). */
export function invoiceEndpoints(service: Service, bills: Bills): readonly Endpoint[] {
  const paths = new Set([service.settings.paths.checkout, otherPath])
  return [...paths].map((path) => ({
    name: 'checkoutInvoice',
    method: 'POST',
    path,
    access: 'basic',
    refusal: unauthorised,
    handle: (call) => create(call, service, bills, path),
  }))
}

function create(call: Call, service: Service, bills: Bills, path: string): CallAnswer {
  const { merchantAccountNumber, money } = service.settings
  if (call.isMalformed) return refused(service, 'The body is no JSON object')
  const isAccountRequired =
    money.accountNumber === 'always' || (money.accountNumber === 'checkout' && path !== otherPath)
  const read = readInvoice(call, isAccountRequired)
  const about = { reference: call.text('clientReference') }
  if (typeof read === 'string') return refused(service, read, about)
  const account = call.string('merchantAccountNumber')
  if (account === undefined ? isAccountRequired : account !== merchantAccountNumber) {
    return refused(service, 'The account number is not of your organisation', about, '4105')
  }
  const earlier = [...service.world.bills.values()].findLast(({ reference }) => reference === read.reference)
  if (earlier !== undefined && money.sameReference === 'refused') {
    return refused(service, `clientReference: '${read.reference}' was used before`, about)
  }
  const bill = earlier !== undefined && money.sameReference === 'same' ? earlier : bills.openBill(read)
  const code = money.paidByHand ? '0002' : '0000'
  return {
    status: 200,
    body: envelope(code, 'Success', invoiceData(bill, service)),
    about: { ...about, billId: bill.id },
  }
}

/** Reference 2.2. An order that is paid by hand has no page. */
function invoiceData(bill: Bill, { url, settings }: Service): object {
  const page = `${url}${pagePathOf(bill.id)}`
  return {
    ...(!settings.money.paidByHand && { checkoutUrl: page }),
    checkoutId: bill.id,
    clientReference: bill.reference,
    message: '',
    ...(!settings.money.paidByHand && { checkoutDirectUrl: `${page}/direct` }),
  }
}

function envelope(responseCode: string, status: string, data: object): object {
  return { responseCode, status, data }
}

/** Reference 2.1 and 8. @returns what is wrong, as a sentence that names the field */
function readInvoice(call: Call, isAccountRequired: boolean): AskedInvoice | string {
  const amount = call.number('totalAmount')
  if ((call.value('totalAmount') ?? '') === '') return 'totalAmount: is required'
  if (amount === undefined || !(amount > 0 && amount < mostExact)) return 'totalAmount: must be a number above 0'
  if (toHundredths(amount) !== amount) return 'totalAmount: must have at most 2 decimals'
  const names = isAccountRequired ? [...required, 'merchantAccountNumber'] : required
  const missing = names.find((name) => call.text(name)?.trim() === undefined || call.text(name)?.trim() === '')
  if (missing !== undefined) return `${missing}: is required`
  const text = (name: string): string => call.string(name) ?? ''
  const reference = text('clientReference')
  const { max } = limits.clientReference
  if (reference.length > max) return `clientReference: is ${reference.length} characters long, and may have ${max}`
  const addresses = [...addressNames, ...otherAddressNames.filter((name) => call.text(name) !== undefined)]
  const wrong = addresses.find((name) => !isWebAddress(text(name)))
  if (wrong !== undefined) return `${wrong}: must be a whole http or https address`
  return {
    source: 'checkout',
    amount,
    description: text('description'),
    reference,
    callbackUrl: text('callbackUrl'),
    primaryCallbackUrl: call.text('PrimaryCallbackUrl') ?? null,
    secondaryCallbackUrl: call.text('SecondaryCallbackUrl') ?? null,
    returnUrl: text('returnUrl'),
    cancellationUrl: text('cancellationUrl'),
    payee: {
      name: call.text('PayeeName') ?? null,
      mobile: call.text('PayeeMobileNumber') ?? null,
      email: call.text('PayeeEmail') ?? null,
    },
  }
}

const addressNames = ['callbackUrl', 'returnUrl', 'cancellationUrl']
const otherAddressNames = ['PrimaryCallbackUrl', 'SecondaryCallbackUrl']
const required = ['description', ...addressNames, 'clientReference']

/** The path of the other form of the reference (4.1). */
const otherPath = '/items/initiate'
