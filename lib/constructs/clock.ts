import { Duration, Validations } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { Construct } from "constructs";
import type { ServiceFunction } from "./service-function.ts";

/** Calls a function every few minutes. */
export class Clock extends Construct {
  constructor(scope: Construct, target: ServiceFunction, everyMinutes: number) {
    super(scope, `${target.node.id}Clock`);
    const rule = new Rule(this, "Rule", {
      schedule: Schedule.rate(Duration.minutes(everyMinutes)),
      // A late call is not needed, because the next one does its work too.
      targets: [
        new LambdaFunction(target.lambda, { maxEventAge: Duration.minutes(everyMinutes), retryAttempts: 2 }),
      ],
    });
    Validations.of(rule).acknowledge({
      id: "Serverless-EventBusDLQ",
      reason: "A missed call is made good by the next one, and an alarm tells when the clock stands still.",
    });
  }
}
