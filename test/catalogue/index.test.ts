import { expect, test } from 'vitest'
import * as catalogue from '../../src/catalogue/index.ts'

test('the room shows its tables and their readers, by name', () => {
  expect(Object.keys(catalogue).toSorted()).toEqual([
    'canonicalPaymentCode',
    'describeCode',
    'isFinalStatus',
    'laterStatus',
    'limits',
    'messageCodes',
    'messageStatuses',
    'networkMessages',
    'paymentCodeResult',
    'paymentCodes',
    'readMessageStatus',
    'transactionStatuses',
    'ussdErrorCodes',
  ])
})
