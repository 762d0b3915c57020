import { describe, expect, it } from 'vitest'
import type { FaultName, FieldChanges, Form, Profile } from '../../src/simulator/index.ts'
import { profiles } from '../../src/simulator/index.ts'
import { type Fixture, type FixtureRequest, fixtures } from '../../src/testing/index.ts'
import { type Received, type Stand, useStand } from './faults/receiver.ts'

/**
 * How the simulator sends the shape of a fixture: which content its state decides (the answer of a subscriber, the word of
 * a payment), and which profile and faults give it its form.
 */
interface Recipe {
  readonly fields?: FieldChanges
  readonly profile?: Partial<Profile>
  /** With the way, after a dot. */
  readonly faults?: readonly string[]
  /** Added to the address. */
  readonly query?: string
  /** A look at the address that comes before the push. */
  readonly isProbe?: boolean
}

const plain: Recipe = {}
const camel: Recipe = { profile: { casing: 'camel' } }
const wild: Recipe = { faults: ['changeCasing.wild'] }

function fault(...faults: readonly string[]): Recipe {
  return { faults }
}

function written(form: Form, casing: Profile['casing'] = 'pascal'): Recipe {
  const forms: Profile['forms'] = Object.fromEntries(kindsOfPush.map((kind) => [kind, form]))
  return { profile: { casing, forms } }
}

function says(fields: FieldChanges, ...faults: readonly string[]): Recipe {
  return { fields, faults }
}

const failing = { ResponseCode: '2001', Status: 'Failed', Data: { Status: 'Failed', Amount: 0 } }
const response = { Type: 'Response', Message: '1', Sequence: 2 }
const onTheWeb = { Message: '', ServiceCode: 'a1b2c3', Operator: 'webstore', Mobile: 'client-5f2e9c' }

const kindsOfPush = [
  'ussd',
  'programmable',
  'checkout',
  'fulfilment',
  'ussdPayment',
  'deliveryReport',
  'inboundMessage',
]

const table: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  checkout: {
    'amount-float-tail': says({ Data: { Amount: 19.99 } }),
    'amount-integer': says({ Data: { Amount: 50 } }),
    'amount-missing': fault('missingFields.amount'),
    'amount-text': says({ Data: { Amount: 50 } }, 'numbersAsText'),
    'amount-zero-on-failure': says({ ...failing, ResponseCode: '2050' }),
    'bad-amount-huge': fault('impossibleAmount.huge'),
    'bad-amount-negative': fault('impossibleAmount.negative'),
    'bad-amount-object': fault('impossibleAmount.object'),
    'bad-amount-words': fault('impossibleAmount.words'),
    'bad-constructor': says(
      { Status: undefined, Data: { Status: undefined, Amount: undefined, ClientReference: undefined } },
      'missingFields.most',
      'corrupt.constructor',
    ),
    'bad-content-type': fault('contentType.xml'),
    'bad-data-array-of-two': fault('badEnvelope.two'),
    'bad-data-number': fault('badEnvelope.number'),
    'bad-data-text': fault('badEnvelope.text'),
    'bad-empty-object': fault('badEnvelope.nothing'),
    'bad-identity-missing': fault('missingIdentity'),
    'bad-identity-twice': fault('repeatName.checkoutId'),
    'bad-json': fault('corrupt.words'),
    'bad-method': fault('otherMethod.delete'),
    'bad-nesting': says({ Status: undefined }, 'corrupt.nesting'),
    'bad-prototype': says(
      { Data: { ClientReference: undefined, Amount: 50 } },
      'missingFields.most',
      'corrupt.prototype',
    ),
    'bad-text': fault('corrupt.text'),
    'cancelled-under-success': fault('contradict.cancelledUnderSuccess'),
    card: fault('cardPayment'),
    'code-failure-number': says(failing, 'codeSpelling.number'),
    'code-missing': fault('missingFields.code'),
    'code-number': fault('codeSpelling.number'),
    'code-three-zeros': fault('codeSpelling.threeZeros'),
    'envelope-data-array': fault('arrayEnvelope'),
    'envelope-data-text': fault('jsonString'),
    'envelope-flat-camel': { ...camel, ...fault('flatEnvelope.withCode') },
    'envelope-flat-without-code': fault('flatEnvelope.withoutCode'),
    'envelope-flat': fault('flatEnvelope.withCode'),
    'envelope-message-sentence': fault('otherEnvelope.sentence'),
    'envelope-message': fault('otherEnvelope.message'),
    'envelope-without-status': fault('otherEnvelope.neither'),
    'failed-2001': fault('failureCode.2001'),
    'failed-2101': says({ ...failing, ResponseCode: '2101' }),
    'failed-4000': fault('failureCode.4000'),
    'failed-4070': fault('failureCode.4070'),
    'failed-4101': fault('failureCode.4101'),
    'failed-4103': fault('failureCode.4103'),
    'failed-envelope-around-success': fault('contradict.failedEnvelopeAroundSuccess'),
    'failed-under-success': fault('contradict.failedUnderSuccess'),
    'fields-extra': fault('extraFields'),
    'fields-missing': fault('missingFields.seen'),
    'fields-null': fault('missingFields.nulls'),
    form: fault('browserForm'),
    'id-25-digits-number': fault('missingFields.most', 'idsAsNumbers'),
    'id-25-digits-text': fault('longIds.digits'),
    'id-client-reference-only': fault('missingFields.checkoutId'),
    'id-dashed-uuid': fault('longIds.dashed'),
    'id-hex-digits': fault('longIds.hexDigits'),
    'id-zero-padded': fault('longIds.zeroPadded'),
    'names-repeated-amount': fault('repeatName.amount'),
    'names-repeated-description': fault('repeatName.description'),
    'names-repeated-status': fault('repeatName.status'),
    'paid-camel': camel,
    'paid-mixed': wild,
    'paid-pascal': plain,
    'pending-0002': says({ ResponseCode: '0002', Status: 'Pending', Data: { Status: 'Pending' } }),
    'phone-national': fault('nationalPhones'),
    'phone-without-plus': fault('phonesWithoutPlus'),
    'probe-head': { ...fault('probe.head'), isProbe: true },
    'status-cancelled': fault('statusWord.cancelled'),
    'status-failed-good-code': fault('contradict.failedGoodCode'),
    'status-missing': fault('missingFields.status'),
    'status-paid-upper-case': fault('statusWord.upperPaid'),
    'status-pending-good-code': fault('contradict.pendingGoodCode'),
    'status-refunded': fault('statusWord.refunded'),
    'status-success-lower-case': fault('statusWord.lowerCase'),
    'status-unknown': fault('statusWord.unknown'),
    'status-unpaid': fault('statusWord.unpaid'),
    'success-under-failure-code': fault('contradict.successUnderFailureCode'),
    'unknown-0001': fault('unknownOutcome.0001'),
    'unknown-0005': fault('unknownOutcome.0005'),
    'unknown-4105': fault('unknownOutcome.4105'),
    'unknown-code': fault('unknownOutcome.9999'),
    'unpaid-under-success': fault('contradict.unpaidUnderSuccess'),
  },
  fulfilment: {
    'bad-array': fault('corrupt.array'),
    'bad-form': { ...written('form'), fields: { ExtraData: undefined, OrderInfo: undefined } },
    'bad-order-id-twice': fault('repeatName.orderId'),
    cancelled: says({
      OrderInfo: { Status: 'Cancelled', Payment: { AmountPaid: 0, AmountAfterCharges: 0, IsSuccessful: false } },
    }),
    'extra-data-text': fault('otherEnvelope.extraData'),
    failed: says({
      OrderInfo: { Status: 'Failed', Payment: { AmountPaid: 0, AmountAfterCharges: 0, IsSuccessful: false } },
    }),
    'fee-told-apart': says({ OrderInfo: { Subtotal: 20.6, Payment: { AmountPaid: 20.6, AmountAfterCharges: 19.99 } } }),
    'fee-unknown': fault('missingFields.fee'),
    'flag-missing': fault('missingFields.flag'),
    'order-id-25-digits': fault('longIds.digits'),
    'order-info-text': fault('badEnvelope.text'),
    'paid-but-not-successful': fault('contradict.paidButNotSuccessful'),
    'paid-camel': camel,
    'paid-mixed': wild,
    'paid-pascal': plain,
    'probe-get': { ...fault('probe.get'), isProbe: true },
    recurring: says({ OrderInfo: { IsRecurring: true, RecurringInvoiceId: '000417' } }),
    'session-first-order': plain,
    'session-second-order': plain,
    'text-values': fault('numbersAsText'),
    'unknown-object': fault('strangeNotice'),
    'unpaid-but-successful': fault('contradict.unpaidButSuccessful'),
  },
  ussdPayment: {
    'amount-text': fault('numbersAsText'),
    'bad-array': fault('corrupt.array'),
    'bad-transaction-id-twice': fault('repeatName.transactionId'),
    'code-missing': fault('missingFields.code'),
    'code-number': fault('codeSpelling.number'),
    'data-text': fault('jsonString'),
    'failed-null-amounts': says({ ResponseCode: '2001', Message: 'Failed' }, 'noAmounts'),
    'failed-under-good-code': fault('contradict.failedUnderGoodCode'),
    'failed-zero-amounts': says({
      ResponseCode: '2001',
      Message: 'failed',
      Data: { Amount: 0, Charges: 0, AmountAfterCharges: 0, AmountCharged: 0 },
    }),
    'id-zero-padded': fault('longIds.zeroPadded'),
    'message-missing': fault('otherEnvelope.neither'),
    'message-sentence': fault('otherEnvelope.sentence'),
    'paid-camel': camel,
    'paid-mixed': wild,
    'paid-pascal': plain,
    'status-beside-payment': fault('contradict.statusBesidePayment'),
    'success-under-failure-code': fault('contradict.successUnderFailureCode'),
    'unknown-0005': fault('unknownOutcome.0005'),
    'unknown-object': fault('strangeNotice'),
  },
  deliveryReport: {
    'bad-content-type': fault('contentType.textXml'),
    'bad-message-id-missing': fault('missingIdentity.messageId'),
    'bad-query-and-body': fault('twoPlaces.contradicting'),
    'bad-status-missing': fault('missingIdentity.status'),
    'bad-status-twice': fault('repeatName.status'),
    'client-reference-missing': fault('missingFields.clientReference'),
    'delivered-camel': camel,
    'delivered-mixed': wild,
    'delivered-pascal': plain,
    'form-camel': { ...written('form', 'camel'), fields: { Status: 'Buffered Locally' } },
    'form-pascal': written('form'),
    'message-id-dashed': fault('longIds.dashed'),
    'probe-get': { ...fault('probe.get'), isProbe: true },
    'query-get': written('query-get', 'camel'),
    'query-post': written('query'),
    'status-lower-case': says({ Status: 'Undeliverable' }, 'statusWord.lowerCase'),
    'status-slash': says({ Status: 'Invalid Account ID/Number' }),
    'status-unknown': fault('statusWord.unknown'),
    'status-with-spaces': says({ Status: 'Out of Credit' }),
    'status-without-spaces': says({ Status: 'Buffered Locally' }, 'statusWord.withoutSpaces'),
    'to-national': fault('nationalPhones'),
    'to-without-plus': fault('phonesWithoutPlus'),
  },
  inboundMessage: {
    'account-number': { ...written('json'), ...fault('idsAsNumbers') },
    'bad-from-missing': fault('missingIdentity'),
    'bad-from-twice': fault('repeatParameter'),
    'bad-keyword-twice': fault('repeatName.keyword'),
    'bad-query-and-body': fault('twoPlaces.contradicting'),
    'bad-text-object': { ...written('json'), ...fault('objectForText') },
    characters: says({ fulltext: 'VOTE café & thé + 100% 🍵', text: 'café & thé + 100% 🍵' }),
    'date-missing': fault('missingFields.date'),
    'date-seconds': fault('dateForm.seconds'),
    'date-unreadable': fault('dateForm.unreadable'),
    form: written('form'),
    'from-national': fault('nationalPhones'),
    'from-without-plus': fault('phonesWithoutPlus'),
    'json-camel': written('json', 'camel'),
    'json-pascal': { ...written('json'), ...fault('changeCasing.pascal') },
    'keyword-only': says({ fulltext: 'STOP', keyword: 'STOP' }, 'missingFields.text'),
    'network-country-only': says({ network: '001' }),
    'probe-get': { ...fault('probe.get'), isProbe: true },
    'query-and-form': fault('twoPlaces.split'),
    'query-and-same-body': fault('twoPlaces.same'),
    'query-get': written('query-get'),
    'query-mixed': wild,
    'query-pascal': fault('changeCasing.pascal'),
    'query-post': plain,
  },
  ussd: {
    'bad-array': fault('corrupt.array'),
    'bad-content-type': fault('contentType.text'),
    'bad-empty': fault('corrupt.nothing'),
    'bad-form': { ...written('form'), ...fault('missingFields.all') },
    'bad-json': fault('truncate'),
    'bad-message-object': says({ Message: '1' }, 'objectForText.message'),
    'bad-method': fault('otherMethod.put'),
    'bad-prototype': says(
      { Mobile: undefined, ServiceCode: undefined, Operator: undefined, Sequence: undefined, ClientState: undefined },
      'corrupt.prototype',
    ),
    'bad-session-id-missing': fault('missingIdentity.sessionId'),
    'bad-session-id-nul': fault('tooLongId.nul'),
    'bad-session-id-object': fault('objectForText.sessionId'),
    'bad-session-id-twice': fault('repeatName.sessionId'),
    'bad-type-missing': fault('missingIdentity.type'),
    'bad-type-twice': fault('repeatName.type'),
    'client-state-empty': fault('emptyState.text'),
    'client-state-longest': says({ ...response, ClientState: 's'.repeat(100) }),
    'client-state-missing': fault('missingFields.clientState'),
    'content-type-charset': fault('contentType.charset'),
    'content-type-missing': fault('contentType.missing'),
    'dialled-answers-long-code': says({ Message: '*713*12*5#' }, 'serviceCodeForm.dialled'),
    'dialled-answers': says({ Message: '*714*5*3#', ServiceCode: '714' }),
    'extra-fields': fault('extraFields.usual'),
    'get-push': written('query-get'),
    'initiation-camel': camel,
    'initiation-mixed': wild,
    'initiation-pascal': plain,
    'message-lone-surrogate': says({ ...response }, 'brokenCharacters'),
    'mobile-attacker-text': fault('hostileText.script'),
    'mobile-national': fault('nationalPhones'),
    'mobile-number': fault('missingFields.clientState', 'idsAsNumbers.phones'),
    'mobile-without-plus': fault('phonesWithoutPlus'),
    'names-repeated-alike': fault('repeatName.alike'),
    'names-repeated-service-code': fault('repeatName.serviceCode'),
    'only-what-is-needed': fault('missingFields.all'),
    'operator-capitalised': says({ Operator: 'network-b' }, 'operatorName.capitalised'),
    'operator-missing': fault('missingFields.operator'),
    'probe-get': { ...fault('probe.get'), isProbe: true },
    'probe-head': { ...fault('probe.head'), isProbe: true, query: '?SessionId=9213f2aa&Type=Initiation' },
    'release-camel': { ...camel, fields: { Type: 'Release', Message: '', Sequence: 3 } },
    'release-pascal': says({ Type: 'Release', Message: '', Sequence: 3 }),
    'response-camel': { ...camel, fields: { ...response, ClientState: 'menu:1' } },
    'response-leading-zeros': says({ ...response, Message: ' 007' }),
    'response-pascal': says({ ...response, ClientState: 'menu:1' }),
    'response-star': says({ ...response, Message: '*1*2#' }),
    'sequence-missing': fault('missingFields.sequence'),
    'sequence-text': fault('sequenceForm'),
    'session-id-25-digits': fault('idsAsNumbers.ids'),
    'session-id-hex': fault('longIds.hex'),
    'session-id-zero-padded': fault('longIds.zeroPadded'),
    'timeout-lower-case': says({ Type: 'Timeout', Sequence: 3 }, 'typeWord.lowerCase', 'missingFields.message'),
    timeout: says({ Type: 'Timeout', Message: '', Sequence: 3 }),
    'type-favorite': fault('typeWord.favorite'),
    'type-hijacked-session': fault('typeWord.hijacked'),
    'type-lower-case': says({ ...response, Message: '2' }, 'typeWord.lowerCase'),
    'type-query': fault('typeWord.query'),
    'type-upper-case': fault('typeWord.upperCase'),
  },
  programmable: {
    'add-to-cart-camel': {
      ...camel,
      ...says({ Type: 'AddToCart', Message: '', ClientState: 'cart' }, 'typeWord.lowerCase'),
    },
    'add-to-cart': says({ Type: 'AddToCart', Message: '', ClientState: 'cart' }),
    'bad-json': fault('corrupt.singleQuotes'),
    'bad-nesting': says(
      { Message: undefined, ServiceCode: undefined, Operator: undefined, ClientState: undefined, Mobile: undefined },
      'corrupt.nesting',
    ),
    'bad-session-id-missing': fault('missingIdentity.sessionId'),
    'bad-session-id-too-long': fault('tooLongId.long'),
    'bad-type-object': fault('objectForText.type'),
    'client-state-missing': fault('missingFields.clientState'),
    'client-state-null': fault('emptyState.null'),
    'dialled-answers': says({ Message: '*714*5*3#', ServiceCode: '714' }),
    'extra-fields': says(onTheWeb, 'extraFields.web'),
    'get-push': { ...written('query-get', 'camel'), ...fault('missingFields.clientState') },
    'initiation-camel': camel,
    'initiation-mixed': wild,
    'initiation-pascal': plain,
    'mobile-attacker-text': says(onTheWeb, 'hostileText.path'),
    'mobile-without-plus': fault('phonesWithoutPlus'),
    'operator-capitalised': says(onTheWeb, 'operatorName.unknown'),
    'pos-android-response': says({ ...onTheWeb, Type: 'response', Message: 'Yes', Operator: 'POS-Android' }),
    'pos-ios-null-message': says({ ...onTheWeb, Operator: 'POS-ios' }, 'missingFields.message'),
    'probe-get': { ...fault('probe.get'), isProbe: true, query: '?ping=1' },
    'release-camel': { ...camel, fields: { Type: 'release', Message: '' } },
    release: says({ Type: 'release', Message: '' }),
    'response-camel': { ...camel, fields: { Type: 'response', Message: '2', ClientState: 'cart' } },
    'response-pascal': says({ Type: 'response', Message: '2', ClientState: 'cart' }),
    'sequence-present': fault('sequenceForm.present'),
    'sequence-text': says({ Type: 'response', Message: '1' }, 'sequenceForm.text'),
    'session-id-hex': fault('longIds.hex'),
    timeout: says({ Type: 'Timeout', Message: '' }),
    'type-capitalised': says({ Type: 'response', Message: '1' }, 'typeWord.capitalised'),
    'type-favorite': says({ Message: '' }, 'typeWord.favorite'),
    'type-query': fault('typeWord.query'),
    'webstore-initiation': says(onTheWeb),
  },
}

/** Fixtures that the simulator can not send, and why. */
const impossible: Readonly<Record<string, string>> = {}

const all = fixtures()

describe('a fixture is what the simulator sends', () => {
  const standing = useStand()

  it('each has a recipe, or a reason why it has none', () => {
    const known = Object.entries(table).flatMap(([kind, ofKind]) =>
      Object.keys(ofKind).map((name) => `${kind}/${name}`),
    )
    expect([...known, ...Object.keys(impossible)].toSorted()).toEqual(all.map(({ name }) => name).toSorted())
  })

  it.each(all.map((fixture) => ({ name: fixture.name, fixture })))('$name', async ({ fixture }) => {
    const recipe = table[fixture.kind]?.[fixture.name.split('/')[1] ?? '']
    if (recipe === undefined) return expect(impossible).toHaveProperty([fixture.name])
    expect(shapeOf(await sent(standing(), fixture, recipe), fixture)).toEqual(shapeOf(fixture.request, fixture))
  })
})

async function sent(
  { sim, received, url }: Stand,
  { kind }: Fixture,
  { fields = {}, profile = {}, faults = [], query, isProbe }: Recipe,
): Promise<FixtureRequest> {
  sim.profile = { ...profiles.plain, ...profile }
  for (const one of faults) {
    const [name = '', way] = one.split('.')
    sim.faults.next(name as FaultName, { kind, way })
  }
  await sim.trigger(kind, fields, query === undefined ? {} : { url: `${url}/${query}` })
  return requestOf(received.at(isProbe ? 0 : -1))
}

function requestOf(received: Received | undefined): FixtureRequest {
  const query: Record<string, string | string[]> = {}
  for (const name of new Set(received?.query.keys())) {
    const values = received?.query.getAll(name) ?? []
    query[name] = values.length > 1 ? values : (values[0] ?? '')
  }
  const type = received?.headers['content-type']
  return {
    method: received?.method as FixtureRequest['method'],
    query,
    headers: type === undefined ? {} : { 'content-type': type },
    ...(received?.body.length && { text: received.text }),
  }
}

/** What a request is, without what differs from one push to the next. */
function shapeOf({ method, headers, query = {}, body, text }: FixtureRequest, { name, source }: Fixture): unknown {
  const isAboutIds = /Identifiers|Delivery report/.test(source)
  const isMixed = /-mixed$/.test(name)
  const shape = (value: unknown, held = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => shape(one, held))
    if (typeof value === 'object' && value !== null) {
      const names = Object.keys(value).map((one) => one.toLowerCase())
      const isRepeated = (one: string): boolean => names.filter((name) => name === one.toLowerCase()).length > 1
      const fields = Object.entries(value).map(([one, inner]) => [
        isMixed ? one.toLowerCase().replaceAll('_', '') : one,
        // What the other spelling says is anything else.
        isRepeated(one) || one === '__proto__' ? typeof inner : shape(inner, one),
      ])
      return Object.fromEntries(fields)
    }
    if (/id$|reference$|campaign/i.test(held.replaceAll('_', '')))
      return value === null || value === '' ? value : isAboutIds ? formOfId(value) : 'id'
    if (/date|timestamp/i.test(held)) return String(value).replace(/\d/g, '0')
    if (/description/i.test(held) && value !== null) return 'text'
    if (typeof value === 'string' && value.startsWith('{')) return { json: shape(JSON.parse(value)) }
    return value
  }
  const type = body === undefined ? headers?.['content-type'] : 'application/json'
  const isForm = type === 'application/x-www-form-urlencoded'
  const content = body ?? (isForm ? Object.fromEntries(new URLSearchParams(text)) : readJson(text))
  return { method, type, query: shape(query), content: Array.isArray(content) ? 'an array' : shape(content) }
}

function readJson(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text.replace('\ufeff', ''))
  } catch {
    return 'no JSON'
  }
}

function formOfId(value: unknown): string {
  const text = String(value)
  if (typeof value === 'number') return 'number'
  return Object.entries(idForms).find(([, form]) => form.test(text))?.[0] ?? 'text'
}

const idForms = {
  '25 digits': /^[1-9]\d{24}$/,
  'zeros in front': /^0+\d+$/,
  hex: /^[0-9a-f]{32}$/,
  dashed: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'hex-digits': /^[0-9a-f]{8}-\d{6}$/,
}
