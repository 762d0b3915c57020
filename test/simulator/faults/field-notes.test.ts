import { describe, expect, it } from 'vitest'
import { knownFaults, profiles } from '../../../src/simulator/index.ts'

/** The rows of the field notes, and what plays them where no fault does. */
const rows: Readonly<Record<string, string>> = {
  'Payloads: Casing of names': 'faults',
  'Payloads: Checkout: who says "paid"': 'faults',
  'Payloads: Checkout: more codes': 'faults',
  'Payloads: Checkout: status words': 'faults',
  'Payloads: Checkout: fields': 'faults',
  'Payloads: Checkout: amount': 'faults',
  'Payloads: Checkout: phone': 'faults',
  'Payloads: Checkout: envelope': 'faults',
  'Payloads: Identifiers': 'faults',
  'Payloads: Sequence': 'faults',
  'Payloads: Type': 'faults',
  'Payloads: ClientState': 'faults',
  'Payloads: Operator': 'faults',
  'Payloads: Extra push fields': 'faults',
  'Payloads: Initiation Message': 'a phone dials it: sim.phone(number).dial("*714*5*3#")',
  'Payloads: ServiceCode of an extension': 'faults',
  'Payloads: Mobile': 'faults',
  'Payloads: Timeout': 'faults',
  'Payloads: Reply: Item': 'the gateway reads both forms',
  'Payloads: Reply: Label, DataType, FieldType': 'createSimulator({ rich: { demandsFields: true } }): paying.test.ts',
  'Payloads: Reply: Mask, MaskNextRoute': 'the gateway reads both forms',
  'Payloads: Reply: characters': 'faults',
  'Payloads: Delivery report': 'faults',
  'Payloads: Fulfilment notice': 'faults',
  'Payloads: USSD payment notice': 'faults',
  'Payloads: Transaction status': 'faults',
  'Payloads: Fulfilment duty': 'the ledger judges the reports',
  'Payloads: Final status': 'faults',
  'Transport: probes': 'faults',
  'Transport: one address': 'sim.connect(app, { urls }) with one address for several kinds',
  'Transport: no signature': 'faults',
  'Transport: no evidence of retries': 'faults',
  'Transport: 7 seconds': 'faults',
  'What hurts: 1': 'two phones at once',
  'What hurts: 2': 'faults',
  'What hurts: 3': 'faults',
  'What hurts: 4': 'faults',
  'What hurts: 5': 'faults',
  'What hurts: 6': 'recordFixture hides them; the rest is of the receiver',
  'What hurts: 7': 'the phone counts the length of screens',
  'What hurts: 8': 'the simulator',
  'What hurts: 9': 'the phone shows what a subscriber sees',
}

describe('the faults and the field notes', () => {
  it('each fault plays rows that there are', () => {
    for (const { name, seen } of knownFaults) {
      expect(
        seen.filter((row) => !Object.hasOwn(rows, row)),
        name,
      ).toEqual([])
      expect(seen.length, name).toBeGreaterThan(0)
    }
  })

  it('each row is played by a fault, or something else plays it', () => {
    const played = new Set(knownFaults.flatMap(({ seen }) => seen))
    const byFaults = Object.keys(rows).filter((row) => rows[row] === 'faults')
    expect(byFaults.filter((row) => !played.has(row))).toEqual([])
    expect(Object.keys(rows).filter((row) => rows[row] !== 'faults' && played.has(row))).toEqual([])
  })

  it('the profiles try again in more than one way', () => {
    expect(new Set(Object.values(profiles).map(({ retries }) => retries.length)).size).toBeGreaterThan(3)
  })
})
