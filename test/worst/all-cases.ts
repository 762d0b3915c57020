import { clientCases } from './cases/client.ts'
import { exportCases } from './cases/exports.ts'
import { httpCases } from './cases/http.ts'
import { pushCases } from './cases/pushes.ts'
import { textCases } from './cases/texts.ts'
import type { WorstCase } from './worst-case.ts'

/** Every parser of the package with every input that is hard for some of them. */
export const worstCases: readonly WorstCase[] = [
  ...pushCases,
  ...textCases,
  ...exportCases,
  ...clientCases,
  ...httpCases,
]
