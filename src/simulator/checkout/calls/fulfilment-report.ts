import type { Call } from '../../api/call.ts'
import type { CallAnswer, Endpoint } from '../../api/endpoint.ts'
import type { Service } from '../../service.ts'
import { statusOf } from '../../world/world.ts'
import { refused } from './answers.ts'

/** Takes reports of delivery, and judges them (field notes, "Fulfilment duty"). */
export function reportEndpoint(service: Service): Endpoint {
  return {
    name: 'fulfilmentReport',
    method: 'POST',
    path: service.settings.paths.fulfilmentReport,
    // Which keys it wants is not shown.
    access: 'none',
    refusal: null,
    handle: (call) => take(call, service),
  }
}

function take(call: Call, service: Service): CallAnswer {
  const { world, clock } = service
  if (call.isMalformed) return refused(service, 'The body is no JSON object')
  const orderId = call.string('OrderId')
  const sessionId = call.string('SessionId')
  if (orderId === undefined) return refused(service, 'OrderId: is required')
  const bill = world.bills.get(orderId)
  const about = { billId: bill?.id, sessionId }
  if (bill?.source !== 'fulfilment') return refused(service, `OrderId: there is no order '${orderId}'`, about)
  if (sessionId !== bill.sessionId) return refused(service, `SessionId: the order is of another session`, about)
  const status = call.string('ServiceStatus')
  if (status !== 'success' && status !== 'failed') {
    return refused(
      service,
      `ServiceStatus: is ${status === undefined ? 'required' : `'${status}'`}, write success or failed`,
      about,
    )
  }
  const paidAt = bill.transactions
    .map((id) => world.transactions.get(id))
    .find((one) => one !== undefined && statusOf(one) !== 'Pending')?.cycle[1]?.at
  if (paidAt === undefined) return refused(service, 'OrderId: nothing has come of its payment yet', about)
  const isInTime = clock.now() - paidAt <= hour
  bill.reports.push({ at: clock.now(), status, isInTime })
  const message = isInTime ? '' : 'The report came after the hour'
  return {
    status: 200,
    body: { ResponseCode: '0000', Status: 'Success', Data: { OrderId: orderId, Message: message } },
    about,
  }
}

const hour = 3_600_000
