import { expect, it } from 'vitest'
import { TextIndex } from '../../../../src/simulator/record/hidden/long-secrets.ts'
import { Masks } from '../../../../src/simulator/record/hidden/mask.ts'

it('each of many phones has its own stand-in, also where the application shortens it', () => {
  const masks = new Masks()
  for (let number = 0; number < 4_000; number++) masks.addPhone(`+233${241_000_000 + number}`)
  expect(masks.text('0241003999 and 024 100 0017, 024***3999 and ..0017, not 0241004000')).toBe(
    '0000003999 and 000 000 0017, 000***3999 and ..0017, not 0241004000',
  )
})

it('of texts that overlap all are found, whatever their length', () => {
  const index = new TextIndex()
  const long = 'y'.repeat(100)
  for (const text of ['7391', '739', '391 x', long, '']) index.add(text)
  const plain = `7391 x ${long}`
  const found = index.spansIn(plain).map(({ from, to }) => plain.slice(from, to))
  expect(found.sort()).toEqual(['391 x', '739', '7391', long])
})
