import { describe, expect, it } from 'vitest'
import { allOf, anyOf, basic, secretHeader, secretPath, verifyWith } from '../../src/index.ts'
import { appWith } from './app.ts'
import { head, listen, write } from './socket.ts'

const json = 'Content-Type: application/json'
const chunked = 'Transfer-Encoding: chunked'
// The first chunk of a body that never ends.
const endless = '10\r\n{"MessageId":"1"\r\n'
const deliveryReport = () => undefined

// Over a real socket: a test that waited for the body would run into its time-out.
describe('a refused request whose body never ends is answered at once', () => {
  it('by a verifier that needs no body', async () => {
    const port = await listen(await appWith({ verify: secretPath('the-right-secret'), deliveryReport }))
    const { status, text } = await write(port, head('/delivery-report/wrong', json, chunked), endless)
    expect(status).toBe(401)
    expect(JSON.parse(text)).toEqual({
      type: 'about:blank',
      status: 401,
      title: 'Unauthorized',
      code: 'FMW_REFUSED',
      detail: 'This request did not prove that it may push here',
    })
  })

  it('by one that answers later', async () => {
    const verify = verifyWith('later', () => Promise.resolve(false))
    const port = await listen(await appWith({ verify, deliveryReport }))
    expect((await write(port, head('/delivery-report', json, chunked), endless)).status).toBe(401)
  })

  it('by the headers of a combination that needs the body, without asking for it', async () => {
    let asked = 0
    const signature = verifyWith('signature', () => ++asked > 0, { needsBody: true })
    const verify = allOf(secretHeader('x-token', 'the-right-secret'), signature)
    const port = await listen(await appWith({ verify, deliveryReport }))
    expect((await write(port, head('/delivery-report', json, chunked), endless)).status).toBe(401)
    expect(asked).toBe(0)
  })

  it('by a combination of which each member can tell, and a signature behind one', async () => {
    const signature = verifyWith('signature', () => true, { needsBody: true })
    const verify = anyOf(
      secretHeader('x-token', 'the-right-secret'),
      allOf(basic({ username: 'service', password: 'the-right-secret' }), signature),
    )
    const port = await listen(await appWith({ verify, deliveryReport }))
    expect((await write(port, head('/delivery-report', json, chunked), endless)).status).toBe(401)
  })

  it('by its content length', async () => {
    const port = await listen(await appWith({ deliveryReport }))
    expect((await write(port, head('/delivery-report', json, 'Content-Length: 1000000'), '{')).status).toBe(413)
  })

  it('by its method', async () => {
    const port = await listen(await appWith({ deliveryReport }))
    const put = head('/delivery-report', json, chunked).replace('POST', 'PUT')
    expect((await write(port, put, endless)).status).toBe(405)
  })

  it('by its address, where it lies below a path', async () => {
    const port = await listen(await appWith({ deliveryReport }))
    expect((await write(port, head('/delivery-report/more', json, chunked), endless)).status).toBe(404)
  })
})
