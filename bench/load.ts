// Child process: load on one address by autocannon; prints requests and requests a second as JSON.
import autocannon from "autocannon";

const [url = "", seconds = "4"] = process.argv.slice(2);
const result = await autocannon({
  url,
  connections: 20,
  duration: Number(seconds),
  headers: { "accept-encoding": "gzip, br" },
});
console.log(
  JSON.stringify({
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    errors: result.errors + result.non2xx,
  }),
);
