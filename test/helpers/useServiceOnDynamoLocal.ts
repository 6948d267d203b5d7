/** Set-up of a suite whose tests get the service on DynamoDB Local, and start others there. */
process.env.TEST_TABLE = "dynamodb-local";
process.env.TEST_SERVICE = process.env.TEST_SERVICE_ON_DYNAMODB_LOCAL;
process.env.TEST_PORTS = process.env.TEST_PORTS_ON_DYNAMODB_LOCAL;
process.env.TEST_DESTINATION_FOLDER = process.env.TEST_DESTINATION_FOLDER_ON_DYNAMODB_LOCAL;
