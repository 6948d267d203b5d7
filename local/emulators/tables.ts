import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { isErrorNamed } from "../failure.ts";
import type { Resource } from "../stack/resources.ts";
import { asObject, asText } from "../stack/template.ts";
import { clientSettings } from "./endpoints.ts";

/**
 * Makes a table with its indexes and its time to live, as the stack states them.
 *
 * @returns false where the table was there already
 */
export const createTable = async (
  endpoint: string,
  { name, properties }: Pick<Resource, "name" | "properties">,
): Promise<boolean> => {
  const dynamo = new DynamoDBClient(clientSettings(endpoint));
  // CloudFormation's words for keys and indexes are those of the API.
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } =
    properties as unknown as CreateTableCommandInput;
  const create = new CreateTableCommand({
    TableName: name,
    KeySchema,
    AttributeDefinitions,
    BillingMode: "PAY_PER_REQUEST",
    GlobalSecondaryIndexes: GlobalSecondaryIndexes?.map(({ IndexName, KeySchema: keys, Projection }) => ({
      IndexName,
      KeySchema: keys,
      Projection,
    })),
  });
  const isNew = await dynamo.send(create).then(
    () => true,
    (error: unknown) => {
      if (isErrorNamed(error, "ResourceInUseException")) return false;
      throw error;
    },
  );
  const ttlAttribute = asText(asObject(properties.TimeToLiveSpecification).AttributeName);
  if (ttlAttribute !== undefined) await setTimeToLive(dynamo, name, ttlAttribute);
  dynamo.destroy();
  return isNew;
};

const setTimeToLive = async (dynamo: DynamoDBClient, table: string, attribute: string): Promise<void> => {
  const { TimeToLiveDescription } = await dynamo.send(new DescribeTimeToLiveCommand({ TableName: table }));
  if (TimeToLiveDescription?.TimeToLiveStatus === "ENABLED") return;
  const specification = { AttributeName: attribute, Enabled: true };
  await dynamo.send(
    new UpdateTimeToLiveCommand({ TableName: table, TimeToLiveSpecification: specification }),
  );
};
