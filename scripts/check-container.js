// Builds the Dockerfile of a project that `init` writes, and runs it with the commands of docs/guides/deploying-platforms.md, with buildah and podman
// in place of docker: customers buy, callbacks come, it is stopped among them and started again, and nothing may be lost. Not
// part of CI: it needs root, and Debian's packages buildah, podman, runc, debootstrap, containernetworking-plugins and iptables. The base image
// is a stand-in (container/base-image.js), so no registry of images is needed.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createSimulator } from '../dist/simulator/index.js'
import { freePort } from '../src/cli/dev/free-port.ts'
import { makeBaseImage } from './container/base-image.js'

const root = new URL('..', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'merchant-box-'))
const [pageBuild, pageRun] = commandsOfThePage()
const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--log-level=error']
const podmanArgs = [...storage, '--tmpdir', join(folder, 'tmp'), '--runtime=runc', '--cgroup-manager=cgroupfs']
// Where a machine forbids raising limits, those that podman sets by itself would stop the start.
const limits = ['--ulimit=nofile=1000:1000', '--ulimit=nproc=1000:1000']
const secretOf = (name) => new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(join(project, '.env'), 'utf8'))[1]

let project = ''
try {
  project = makeProject()
  const [, image] = /^FROM (\S+)$/m.exec(readFileSync(join(project, 'Dockerfile'), 'utf8'))
  await makeBaseImage(image, folder, buildah)
  console.log(`a stand-in for ${image} was made`)
  await buildah(pageBuild[0], '--runtime=runc', '--pull=never', ...pageBuild.slice(1))
  console.log('the Dockerfile builds')
  await tryIt()
} finally {
  // Each may be all that is left of a start that failed.
  await podman('rm', '--all', '--force', '--time=0').catch(() => undefined)
  await podman('volume', 'rm', '--all', '--force').catch(() => undefined)
  rmSync(folder, { recursive: true, force: true })
}

async function tryIt() {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}/push/{kind}/${secretOf('PUSH_SECRET')}`
  await using sim = await createSimulator()
  let container = await start(port)
  await sim.connect(address, { publicUrl: secretOf('PUBLIC_URL') })
  await looksSafe(container)

  const [first, second] = ['+233000000000', '+233000000001'].map((number) => sim.phone(number))
  await first.dial('*713#').choose('Rice 5 kg: 60').reply('2').choose('Yes').approve()
  await sim.settled()
  await second.dial('*713#').choose('Oil 1 l: 25')
  console.log('a customer bought, and a second one is asked how many')

  const callback = address.replace('{kind}', 'checkout')
  const began = performance.now()
  let isStopped = false
  const stopping = sleep(300)
    .then(() => podman('stop', container))
    .finally(() => {
      isStopped = true
    })
  const took = stopping.then(() => Math.round(performance.now() - began - 300))
  const [accepted, ms] = await Promise.all([pushUntil(() => isStopped, callback), took])
  const code = (await podman('inspect', '--format={{.State.ExitCode}}', container)).trim()
  console.log(`stopped while callbacks came: ${accepted.length} got 200, exit code ${code} after ${ms} ms`)
  assert.equal(code, '0')
  assert.ok(accepted.length > 0)
  await podman('rm', container)

  container = await start(port)
  await second.reply('3').choose('Yes').approve()
  await sim.settled()
  for (const reference of accepted) assert.equal(await push(callback, reference), 200)
  const lines = (await logOf(container)).split('\n')
  const saying = (message, ...words) => lines.filter((line) => [message, ...words].every((word) => line.includes(word)))
  assert.equal(saying('"a notification came again"', '"checkout"').length, accepted.length)
  assert.equal(saying('"a notification was accepted"', '"checkout"').length, 0)
  console.log(
    'started again on its volume: it knows each of these callbacks, and the second customer went on and bought',
  )
  const list = `const { openOrders } = await import('./orders.js'); console.log(JSON.stringify(openOrders().list()))`
  assert.deepEqual(JSON.parse(await podman('exec', container, 'node', '--input-type=module', '--eval', list)), [
    { item: 'Rice 5 kg', quantity: 2, delivered: 1 },
    { item: 'Oil 1 l', quantity: 3, delivered: 1 },
  ])
  console.log('both orders are in the volume, and delivered')
}

/** It is what the guide says: a user of its own, nothing to write to but its volume, and no secret in the image. */
async function looksSafe(container) {
  const said = (...command) => podman('exec', container, ...command)
  assert.equal((await said('id', '-un')).trim(), 'node')
  assert.match(await said('cat', '/proc/1/cmdline'), /^node\0server\.js\0$/)
  const status = await said('cat', '/proc/1/status')
  assert.match(status, /CapBnd:\t0+\n/)
  assert.match(status, /NoNewPrivs:\t1\n/)
  await said('touch', '/data/new', '/tmp/new')
  await assert.rejects(said('touch', '/app/new'), /Read-only file system/)
  assert.doesNotMatch(await said('ls', '-A', '/app'), /^(\.env|.*\.db)$/m)
  console.log('it runs as node, as the first process, without capabilities, and writes to /data and /tmp alone')
}

async function start(port) {
  const published = pageRun.map((word) => word.replace('127.0.0.1:3000:3000', `127.0.0.1:${port}:3000`))
  const container = (await podman(published[0], ...limits, ...published.slice(1))).trim()
  for (let tries = 0; tries < 300; tries++) {
    if ((await logOf(container)).includes('Server listening')) return container
    await sleep(200)
  }
  throw new Error(`It does not listen: ${await logOf(container)}`)
}

/** Pushes a callback after another, sixteen at once. @returns the references that got 200 */
async function pushUntil(isOver, callback) {
  const accepted = []
  let number = 0
  const one = async () => {
    while (!isOver()) {
      const reference = `order-${++number}`
      if ((await push(callback, reference).catch(() => 0)) === 200) accepted.push(reference)
    }
  }
  await Promise.all(Array.from({ length: 16 }, one))
  return accepted
}

async function push(callback, clientReference) {
  const data = { clientReference, status: 'Success', amount: 5, customerPhoneNumber: '+233000000000' }
  const body = JSON.stringify({ responseCode: '0000', status: 'Success', data })
  const headers = { 'content-type': 'application/json' }
  // A port that nobody listens on any more may say nothing.
  const signal = AbortSignal.timeout(10_000)
  return (await fetch(callback, { method: 'POST', body, headers, signal })).status
}

/** What `init` writes, with the packed package. */
function makeProject() {
  const inFolder = (command, ...args) => execFileSync(command, args, { cwd: folder })
  const packing = ['pack', '--json', '--pack-destination', folder]
  const [packed] = JSON.parse(execFileSync('npm', packing, { cwd: root }).toString())
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  inFolder('npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', join(folder, packed.filename))
  inFolder('npx', 'fastify-merchant-webhooks', 'init', 'shop')
  return join(folder, 'shop')
}

/** The words after `docker` of its two commands in the guide. */
function commandsOfThePage() {
  const page = readFileSync(join(root, 'docs/guides/deploying-platforms.md'), 'utf8')
  const commands = page.replaceAll('\\\n', '').matchAll(/^docker (build|run) (.*)$/gm)
  return Array.from(commands, ([, command, args]) => [command, ...args.trim().split(/\s+/)])
}

function buildah(...args) {
  return said('buildah', [...storage, ...args])
}

function podman(...args) {
  return said('podman', [...podmanArgs, ...args])
}

/** What it wrote. What it says when it ends by a failure stands in its second stream. */
async function logOf(container) {
  const { stdout, stderr } = await run('podman', [...podmanArgs, 'logs', container])
  return stdout + stderr
}

async function said(command, args) {
  return (await run(command, args)).stdout
}

function run(command, args) {
  return promisify(execFile)(command, args, { cwd: project, maxBuffer: 2 ** 28 })
}
