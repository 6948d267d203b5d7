/**
 * Loaded into the service's process before it starts: leads the hosts that the suites read to the site that stands for them. Their
 * names resolve to a public address, which the service checks as ever; only then is the connection made to the site's port on this
 * machine. Chromium is configured to trust the site's public key. `DOOR_HOSTS` holds `{ hosts, port, publicKey }`.
 */
const childProcess = require("node:child_process");
const dns = require("node:dns/promises");
const { syncBuiltinESMExports } = require("node:module");
const { Socket } = require("node:net");
const threads = require("node:worker_threads");

const { hosts, port, publicKey } = JSON.parse(process.env.DOOR_HOSTS);
/** Nothing is sent there. */
const PUBLIC = { address: "93.184.215.14", family: 4 };
const HERE = { address: "127.0.0.1", family: 4 };

const { lookup } = dns;
dns.lookup = async (host, options) => {
  if (!hosts.includes(host)) return lookup(host, options);
  return options?.all ? [PUBLIC] : PUBLIC;
};

const { connect } = Socket.prototype;
Socket.prototype.connect = function connectHere(...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  const check = options?.lookup;
  if (check && hosts.includes(options.host)) {
    options.port = port;
    options.lookup = (host, asked, done) =>
      check(host, asked, (error) => {
        if (error) done(error);
        else if (asked.all) done(null, [HERE]);
        else done(null, HERE.address, HERE.family);
      });
  }
  return connect.apply(this, args);
};

const { spawn } = childProcess;
childProcess.spawn = (file, args, ...rest) => {
  const isChromium = Array.isArray(args) && args.some((arg) => arg.startsWith("--user-data-dir="));
  const trusting = isChromium ? [`--ignore-certificate-errors-spki-list=${publicKey}`, ...args] : args;
  return spawn(file, trusting, ...rest);
};

/** Functions run in threads with options and an environment of their own. */
threads.Worker = class extends threads.Worker {
  constructor(script, options = {}) {
    const { execArgv = [], env } = options;
    super(script, {
      ...options,
      execArgv: [...execArgv, "--require", __filename],
      ...(typeof env === "object" && { env: { ...env, DOOR_HOSTS: process.env.DOOR_HOSTS } }),
    });
  }
};
syncBuiltinESMExports();
