import type { CallAnswer } from '../../api/endpoint.ts'
import type { About } from '../../log/row.ts'
import type { Service } from '../../service.ts'

/** What wrong keys get beside status 401: the action of code `0001` says to look at them (reference 7.1). */
export const unauthorised = {
  responseCode: '0001',
  status: 'Failed',
  message: 'Check the Basic credentials in the Authorization header',
  data: null,
}

/** A request that is not as it must be. The reference has no code for it; `4000` is one of the field notes. */
export function refused({ settings }: Service, sentence: string, about: About = {}, code = '4000'): CallAnswer {
  const body = { responseCode: code, status: 'Failed', message: sentence, data: null }
  return { status: settings.money.refusalStatus, body, about }
}
