import { fieldReader } from '../../pushes/reading/field-reader.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { Notes, PushProblem } from '../../pushes/reading/push-problem.ts'
import { readCode } from '../judge-sales.ts'
import type { ServiceAnswer } from '../read-answer.ts'
import type { CheckoutInvoice } from './invoice.ts'

const readEnvelope = fieldReader(['ResponseCode', 'Data'])
const readData = fieldReader(['checkoutUrl', 'checkoutId', 'clientReference', 'message', 'checkoutDirectUrl'])

/** Reads the answer to a created invoice (reference 2.2). @throws PushProblem where it does not say where to pay */
export function readInvoice({ body }: ServiceAnswer, clientReference: string): CheckoutInvoice {
  const settings = { notes: new Notes(), country: undefined, acceptsAnything: false }
  const envelope = readEnvelope(isRecord(body) ? body : {}, { ...settings, path: '' })
  const inside = envelope.value('Data')
  const data = readData(isRecord(inside) ? inside : {}, { ...settings, path: 'data.' })
  const echo = data.identity('clientReference')
  if (echo !== null && echo !== clientReference) {
    throw new PushProblem({ field: 'data.clientReference', expected: 'the one that was sent', received: 'another' })
  }
  const responseCode = readCode(envelope.value('ResponseCode'))
  const checkoutUrl = data.text('checkoutUrl')
  const facts = {
    clientReference,
    checkoutId: data.identifier('checkoutId'),
    checkoutDirectUrl: data.text('checkoutDirectUrl'),
    message: data.text('message'),
    responseCode,
    raw: body,
  }
  if (responseCode === paidByHand) return { ...facts, isPaidByHand: true, checkoutUrl }
  if (checkoutUrl === null) {
    throw new PushProblem({ field: 'data.checkoutUrl', expected: 'the address of a page', received: 'nothing' })
  }
  return { ...facts, isPaidByHand: false, checkoutUrl }
}

/** Reference 7.1. */
const paidByHand = '0002'
