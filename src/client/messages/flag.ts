import { nameType } from '../../pushes/push-problem.ts'
import type { RequestFields } from '../request-fields.ts'

/** Yes, no, or undefined where neither is said. @throws ClientFieldError */
export function readFlag(fields: RequestFields, field: string, value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value
  throw fields.fault(field, 'true or false', nameType(value))
}
