import { expect, test } from 'vitest'
import { describeCode } from '../../src/catalogue/describe-code.ts'
import { messageCodes } from '../../src/catalogue/message-codes.ts'
import { paymentCodes } from '../../src/catalogue/payment-codes.ts'
import { networkMessages, ussdErrorCodes } from '../../src/catalogue/ussd-error-codes.ts'

test.each([...paymentCodes, ...ussdErrorCodes, ...networkMessages, ...messageCodes])(
  'the $family code $code is found by its own spelling',
  (row) => {
    expect(describeCode(row.code)).toBe(row)
  },
)

test.each([
  ['a number', 2101, 'payment', '2101'],
  ['the number 0', 0, 'payment', '0000'],
  ['too few zeros', '000', 'payment', '0000'],
  ['white space around it', ' 2101 ', 'payment', '2101'],
  ['a code of the field notes', 5, 'payment', '0005'],
  ['a USSD error in lower case', 'uut', 'ussd', 'UUT'],
  ['an operator message in mixed case', 'Error at Wasp E150', 'network', 'ERROR AT WASP E150'],
  ['an HTTP status alone', 402, 'messaging', '402'],
  ['a status and a subcode', '400/3', 'messaging', '400/3'],
] as const)('%s is understood', (_, code, family, canonical) => {
  expect(describeCode(code)).toMatchObject({ family, code: canonical })
})

test.each([
  ['0', 'payment', '0000'],
  ['2', 'payment', '0002'],
  ['5', 'payment', '0005'],
  ['400', 'messaging', '400/100'],
  ['201', 'messaging', '201/0'],
])('where readings of %j collide, the %s code %s is meant', (code, family, canonical) => {
  expect(describeCode(code)).toMatchObject({ family, code: canonical })
})

test.each(['3', '100', '400/9', '9999', '', '\u017ft', 'constructor', Number.NaN, -1, 1.5])(
  '%j is in no table',
  (code) => {
    expect(describeCode(code)).toBeUndefined()
  },
)
