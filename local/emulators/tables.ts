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
 * Creates a table with its indexes and time to live, as defined in the stack.
 *
 * @returns false if the table already exists
 */
export const createTable = async (
  endpoint: string,
  { name, properties }: Pick<Resource, "name" | "properties">,
): Promise<boolean> => {
  const dynamo = new DynamoDBClient(clientSettings(endpoint));
  // CloudFormation names keys and indexes as the API does.
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
